import { purgeAuth } from '../features/auth/purge.ts'
import { purgeImports } from '../features/imports/purge.ts'
import { jobWorker } from '../features/outbox/run.ts'
import { purgeIdempotencyKeys } from '../platform/idempotency/purge.ts'
import type { Role } from '../platform/role.ts'
import { every } from '../platform/schedule.ts'
import { JOBS } from './jobs.ts'

/** Consumes the queues and does what is due by the clock. */
export const worker: Role = {
  name: 'WORKER',
  apiRoutes: [],
  rootRoutes: [],
  background: [
    jobWorker('default', JOBS, 10),
    jobWorker('imports', JOBS, 4),
    every(60, 'auth.purge', purgeAuth),
    every(60, 'imports.purge', purgeImports),
    every(600, 'idempotency.purge', purgeIdempotencyKeys),
  ],
  needs: ['queue', 'files', 'scanner', 'mailer'],
}
