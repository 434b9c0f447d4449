import { csvLine } from '../../../domain/contacts/csv-safety.ts'
import { EXPORT_COLUMNS } from '../../../domain/contacts/export-columns.ts'
import { joinLabels } from '../../../domain/contacts/labels.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { type ContactCodec, codecFor } from '../codec.ts'
import { buildFilter } from '../find.ts'
import type { ContactSelection } from '../schema.ts'
import * as sql from '../sql.ts'

type ReadDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex'>

const BATCH_CONTACTS = 2_000

/** Contacts as CSV that can be imported again, streamed with one batch in memory. */
export async function exportContacts(
  deps: ReadDeps,
  who: VendorPrincipal,
  selection: Pick<ContactSelection, 'label' | 'listId'>,
) {
  const codec = await codecFor(deps, deps.db, who.vendorId)
  const filter = await buildFilter(deps, who.vendorId, codec, selection)
  const attributes = (await sql.attributeNames(deps.db, who.vendorId, filter)).sort()
  return csvLines(deps, who.vendorId, codec, filter, attributes)
}

async function* csvLines(
  deps: ReadDeps,
  vendorId: VendorId,
  codec: ContactCodec,
  filter: sql.ContactFilter,
  attributes: readonly string[],
) {
  yield csvLine([...EXPORT_COLUMNS, ...attributes])
  for (let after: string | undefined; ; ) {
    const rows = await sql.nextContacts(deps.db, vendorId, filter, after, BATCH_CONTACTS)
    if (rows.length > 0) yield rows.map((row) => contactLine(codec, row, attributes)).join('')
    if (rows.length < BATCH_CONTACTS) return
    after = rows.at(-1)?.id
  }
}

function contactLine(codec: ContactCodec, row: sql.ContactRow, names: readonly string[]) {
  const { mobile, name, attributes } = codec.open(row.profileCipher)
  const values = names.map((key) => (Object.hasOwn(attributes, key) ? (attributes[key] ?? '') : ''))
  return csvLine([name, `+${mobile}`, row.countryCode, joinLabels(row.labels), ...values])
}
