import type { VendorId } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import { listSinglesAfter } from '../messages/singles/thread-messages.ts'
import * as sql from './conversations.sql.ts'
import { presentInbound, presentOutbound } from './present.ts'

type ExportDeps = Pick<Deps, 'db' | 'keyring'>
const BATCH_ROWS = 2_000

/** Every incoming message and every message outside campaigns, with its contact, in batches. */
export async function* conversationRecords(deps: ExportDeps, vendorId: VendorId) {
  const cipher = await deps.keyring.of(deps.db, vendorId)
  for (let after: string | undefined; ; ) {
    const rows = await sql.listInboundAfter(deps.db, vendorId, after, BATCH_ROWS)
    yield rows.map((row) => ({ contactId: row.contactId as string | null, ...presentInbound(cipher, row) }))
    if (rows.length < BATCH_ROWS) break
    after = rows.at(-1)?.id
  }
  for (let after: string | undefined; ; ) {
    const rows = await listSinglesAfter(deps.db, vendorId, after, BATCH_ROWS)
    yield rows.map(({ contactId, ...row }) => ({ contactId, ...presentOutbound(cipher, row) }))
    if (rows.length < BATCH_ROWS) return
    after = rows.at(-1)?.id
  }
}
