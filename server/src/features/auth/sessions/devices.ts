import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Person } from '../../../platform/http/principal.ts'
import type { OpenSessionView } from '../schema.ts'
import * as sql from './devices.cross-vendor.sql.ts'

type DeviceDeps = Pick<Deps, 'db' | 'clock'>

/** The user's active sessions, newest first. */
export async function listSessions(deps: DeviceDeps, who: Person): Promise<OpenSessionView[]> {
  const rows = await sql.listDevices(deps.db, who.accountId, deps.clock.now())
  return rows.map(({ id, device, createdAt, rotatedAt, expiresAt }) => ({
    id,
    device,
    createdAt: createdAt.toISOString(),
    lastUsedAt: rotatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isCurrent: id === who.sessionId,
  }))
}

/** Another user's session is answered like an unknown one. */
export async function endSession(deps: DeviceDeps, who: Person, id: string) {
  const now = deps.clock.now()
  const hasEnded = await inTransaction(deps.db, (tx) => sql.revokeDevice(tx, who.accountId, id, now))
  if (!hasEnded) throw notFound()
}

/** Ends all sessions except the current one. */
export async function endOtherSessions(deps: DeviceDeps, who: Person) {
  const now = deps.clock.now()
  await inTransaction(deps.db, (tx) => sql.revokeOtherDevices(tx, who.accountId, who.sessionId, now))
}
