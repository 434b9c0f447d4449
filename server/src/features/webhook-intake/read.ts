import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import * as sql from './cross-vendor.sql.ts'
import { BODY } from './intake.ts'

/** An event as it was received, for operators. Undefined when its body has been deleted. */
export async function readWebhook(deps: Pick<Deps, 'db' | 'keyring'>, inboxId: string) {
  const row = await sql.findEvent(deps.db, inboxId)
  if (!row?.body_cipher) return undefined
  const cipher = await deps.keyring.of(deps.db, PLATFORM)
  return { source: row.source, receivedAt: row.received_at, body: cipher.openBytes(BODY, row.body_cipher) }
}
