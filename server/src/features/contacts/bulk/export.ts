import type { Consent } from '../../../domain/contacts/consent.ts'
import { csvLine } from '../../../domain/contacts/csv-safety.ts'
import { CONSENT_COLUMNS, EXPORT_COLUMNS } from '../../../domain/contacts/export-columns.ts'
import { joinLabels } from '../../../domain/contacts/labels.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { RESERVED_ATTRIBUTE } from '../../../domain/imports/mapping/column-use.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { CONSENT_KEY, type ContactCodec, codecFor } from '../codec.ts'
import { buildFilter } from '../find.ts'
import type { ContactSelection } from '../schema.ts'
import * as sql from '../sql.ts'

type ReadDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex'>

const BATCH_CONTACTS = 2_000

type Selection = Omit<ContactSelection, 'search'>

/** For a member or an API key, with an entry in the vendor's audit log. */
export async function exportContacts(
  deps: ReadDeps & Pick<Deps, 'clock'>,
  who: VendorPrincipal,
  selection: Selection,
): Promise<AsyncGenerator<string>> {
  const lines = await contactsAsCsv(deps, who.vendorId, selection)
  await inTransaction(deps.db, (tx) => recordForVendor(tx, who, exported(who, selection), deps.clock.now()))
  return lines
}

/** Contacts as CSV that can be imported again, streamed with one batch in memory. */
export async function contactsAsCsv(deps: ReadDeps, vendorId: VendorId, selection: Selection) {
  const codec = await codecFor(deps, deps.db, vendorId)
  const filter = await buildFilter(deps, vendorId, codec, selection)
  const keys = await sql.filledKeysOf(deps.db, vendorId, filter)
  const attributes = keys.filter((key) => key !== RESERVED_ATTRIBUTE && key !== CONSENT_KEY).sort()
  return csvLines(deps, vendorId, codec, filter, { attributes, hasConsent: keys.includes(CONSENT_KEY) })
}

/** Labels are words of the vendor about people, so the log only says that there was one. */
const exported = ({ vendorId }: VendorPrincipal, { label, listId }: Selection) => ({
  action: 'CONTACTS_EXPORTED' as const,
  subjectType: listId ? 'contactList' : 'vendor',
  subjectId: listId ?? vendorId,
  details: { isFilteredByLabel: label !== undefined },
})

interface ExportedColumns {
  attributes: readonly string[]
  hasConsent: boolean
}

async function* csvLines(
  deps: ReadDeps,
  vendorId: VendorId,
  codec: ContactCodec,
  filter: sql.ContactFilter,
  columns: ExportedColumns,
) {
  yield csvLine([...EXPORT_COLUMNS, ...columns.attributes, ...(columns.hasConsent ? CONSENT_COLUMNS : [])])
  for (let after: string | undefined; ; ) {
    const rows = await sql.nextContacts(deps.db, vendorId, filter, after, BATCH_CONTACTS)
    if (rows.length > 0) yield rows.map((row) => contactLine(codec, row, columns)).join('')
    if (rows.length < BATCH_CONTACTS) return
    after = rows.at(-1)?.id
  }
}

function contactLine(codec: ContactCodec, row: sql.ContactRow, columns: ExportedColumns) {
  const { mobile, name, attributes, consent } = codec.open(row.profileCipher)
  const values = columns.attributes.map((key) => (Object.hasOwn(attributes, key) ? (attributes[key] ?? '') : ''))
  if (columns.hasConsent) values.push(...consentCells(consent))
  return csvLine([name, `+${mobile}`, row.countryCode, joinLabels(row.labels), ...values])
}

const consentCells = (consent: Consent | undefined) => [
  consent?.status ? { OPTED_IN: 'yes', OPTED_OUT: 'no' }[consent.status] : '',
  consent?.date ?? '',
  consent?.source ?? '',
]
