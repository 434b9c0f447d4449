import type { Consent } from '../../../domain/contacts/consent.ts'
import { csvLine } from '../../../domain/contacts/csv-safety.ts'
import {
  ATTRIBUTE_COLUMNS_MAX,
  CONSENT_COLUMNS,
  EXPORT_COLUMNS,
  OTHER_ATTRIBUTES_COLUMN,
} from '../../../domain/contacts/export-columns.ts'
import { joinLabels } from '../../../domain/contacts/labels.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { RESERVED_ATTRIBUTE } from '../../../domain/imports/mapping/column-use.ts'
import { textPieces } from '../../../platform/concurrency/text-pieces.ts'
import { type Db, inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { CONSENT_KEY, type ContactCodec, codecFor } from '../codec.ts'
import { buildFilter } from '../find.ts'
import type { ContactSelection } from '../schema.ts'
import * as sql from '../sql.ts'

type ReadDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex'>

/** Not more, because each may be large. */
const BATCH_CONTACTS = 200

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
  return csvLines(deps, vendorId, codec, filter, await columnsFor(deps.db, vendorId, filter))
}

/** The attributes that most contacts have get a column each; the rest, if there are too many, share the last one. */
async function columnsFor(db: Db, vendorId: VendorId, filter: sql.ContactFilter): Promise<ExportedColumns> {
  const first = [RESERVED_ATTRIBUTE, CONSENT_KEY]
  const limit = first.length + ATTRIBUTE_COLUMNS_MAX + 1
  const keys = await sql.filledKeysOf(db, vendorId, filter, { first, limit })
  const names = keys.filter((key) => !first.includes(key))
  const attributes = names.slice(0, ATTRIBUTE_COLUMNS_MAX).sort()
  return {
    attributes,
    hasConsent: keys.includes(CONSENT_KEY),
    withColumn: names.length > attributes.length ? new Set(attributes) : undefined,
  }
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
  /** The same attributes, if there are others. */
  withColumn: ReadonlySet<string> | undefined
}

async function* csvLines(
  deps: ReadDeps,
  vendorId: VendorId,
  codec: ContactCodec,
  filter: sql.ContactFilter,
  columns: ExportedColumns,
) {
  const last = [
    ...(columns.hasConsent ? CONSENT_COLUMNS : []),
    ...(columns.withColumn ? [OTHER_ATTRIBUTES_COLUMN] : []),
  ]
  yield csvLine([...EXPORT_COLUMNS, ...columns.attributes, ...last])
  for (let after: string | undefined; ; ) {
    const rows = await sql.nextContacts(deps.db, vendorId, filter, after, BATCH_CONTACTS)
    yield* textPieces(contactLines(codec, rows, columns))
    if (rows.length < BATCH_CONTACTS) return
    after = rows.at(-1)?.id
  }
}

function* contactLines(codec: ContactCodec, rows: readonly sql.ContactRow[], columns: ExportedColumns) {
  for (const row of rows) yield contactLine(codec, row, columns)
}

function contactLine(codec: ContactCodec, row: sql.ContactRow, columns: ExportedColumns) {
  const { mobile, name, attributes, consent } = codec.open(row.profileCipher)
  const values = columns.attributes.map((key) => (Object.hasOwn(attributes, key) ? (attributes[key] ?? '') : ''))
  if (columns.hasConsent) values.push(...consentCells(consent))
  if (columns.withColumn) values.push(otherAttributes(attributes, columns.withColumn))
  return csvLine([name, `+${mobile}`, row.countryCode, joinLabels(row.labels), ...values])
}

function otherAttributes(attributes: Readonly<Record<string, string>>, withColumn: ReadonlySet<string>) {
  const others = Object.entries(attributes).filter(([name]) => !withColumn.has(name))
  return others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others))
}

const consentCells = (consent: Consent | undefined) => [
  consent?.status ? { OPTED_IN: 'yes', OPTED_OUT: 'no' }[consent.status] : '',
  consent?.date ?? '',
  consent?.source ?? '',
]
