import { messageRelay } from '../features/dispatch/relay.ts'
import { outboxRelay } from '../features/outbox/relay.ts'
import type { Role } from '../platform/config/role.ts'
import { JOBS } from './jobs.ts'

/** Moves committed outbox rows into the queues. */
export const outbox: Role = {
  name: 'OUTBOX',
  apiRoutes: [],
  rootRoutes: [],
  background: [outboxRelay(JOBS.map((job) => job.definition)), messageRelay],
  needs: ['queue'],
}
