import type { RoleName } from '../platform/config/config.ts'
import type { Role } from '../platform/config/role.ts'
import { apiGateway } from './api-gateway.ts'
import { outbox } from './outbox.ts'
import { webhook } from './webhook.ts'
import { worker } from './worker.ts'

export const ROLES: Record<RoleName, Role> = {
  API_GATEWAY: apiGateway,
  WEBHOOK: webhook,
  WORKER: worker,
  OUTBOX: outbox,
}
