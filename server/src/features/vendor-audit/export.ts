import { csvLine } from '../../domain/contacts/csv-safety.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { nextForVendor, type VendorAuditFilter } from '../audit/read-for-vendor.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'
import { presentEntries } from './list.ts'
import type { VendorAuditEntry } from './schema.ts'

type ExportDeps = Pick<Deps, 'db' | 'keyring' | 'clock'>

const BATCH_ENTRIES = 1_000
const COLUMNS = ['at', 'actorType', 'actor', 'action', 'subjectType', 'subjectId', 'email', 'ip', 'details']

/** All entries that match as CSV, newest first, streamed with one batch in memory. The export is an entry itself. */
export async function exportEntries(deps: ExportDeps, who: VendorPrincipal, filter: VendorAuditFilter) {
  const { vendorId } = who
  const done = { action: 'AUDIT_LOG_EXPORTED', subjectType: 'vendor', subjectId: vendorId } as const
  await inTransaction(deps.db, (tx) => recordForVendor(tx, who, done, deps.clock.now()))
  return csvLines(deps, who, filter)
}

async function* csvLines(deps: ExportDeps, who: VendorPrincipal, filter: VendorAuditFilter) {
  yield csvLine(COLUMNS)
  for (let after: string | undefined; ; ) {
    const rows = await nextForVendor(deps.db, who.vendorId, filter, after, BATCH_ENTRIES)
    if (rows.length > 0) yield (await presentEntries(deps, who, rows)).map(lineOf).join('')
    if (rows.length < BATCH_ENTRIES) return
    after = rows.at(-1)?.id
  }
}

const lineOf = ({ at, actor, action, subjectType, subjectId, email, ip, details }: VendorAuditEntry) =>
  csvLine([
    at,
    actor.type,
    actor.name ?? actor.id ?? '',
    action,
    subjectType,
    subjectId,
    email ?? '',
    ip ?? '',
    JSON.stringify(details),
  ])
