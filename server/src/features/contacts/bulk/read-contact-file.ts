import { splitLabels } from '../../../domain/contacts/labels.ts'
import { readInternational } from '../../../domain/contacts/phone/read-number.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { type ColumnUse, hasPhone } from '../../../domain/imports/mapping/column-use.ts'
import { suggestMapping } from '../../../domain/imports/mapping/suggest-mapping.ts'
import { BULK_CONTACTS_MAX } from '../../../domain/limits.ts'
import type { Deps } from '../../../platform/deps.ts'
import { invalidField } from '../../../platform/errors.ts'
import { unpackRows } from '../../../platform/packed-rows.ts'
import { type TableHead, TableUnreadable } from '../../../ports/table-reader.ts'
import { countryOf } from '../../vendors/members.ts'

/** The rows of a CSV file as items, each like the body of one contact. */
export async function readContactFile(deps: Pick<Deps, 'db' | 'tableReader'>, vendorId: VendorId, content: Buffer) {
  const countries = { vendor: await countryOf(deps.db, vendorId) }
  const items: object[] = []
  let itemOf: ((cells: readonly string[]) => object) | undefined
  try {
    for await (const part of deps.tableReader.read(asChunks(content), { kind: 'csv', countries })) {
      if (part.kind === 'head') itemOf = itemReader(part)
      if (part.kind !== 'chunk') continue
      for (const [, ...cells] of unpackRows<[number, ...string[]]>(part.rows)) if (itemOf) items.push(itemOf(cells))
      // One more than allowed, so that the route's schema rejects it.
      if (items.length > BULK_CONTACTS_MAX) return items.slice(0, BULK_CONTACTS_MAX + 1)
    }
  } catch (error) {
    throw error instanceof TableUnreadable ? fileError(error.reason) : error
  }
  return items
}

export const fileError = (message: string) => invalidField('file', message)

async function* asChunks(content: Buffer) {
  yield content
}

function itemReader({ columns, samples }: TableHead) {
  const isNumber = (text: string) => readInternational(text).kind === 'number'
  const uses = simplify(suggestMapping(columns, samples, isNumber).uses, columns)
  if (!hasPhone(uses)) throw fileError('has no phone number column')
  return (cells: readonly string[]) => itemOf(uses, cells)
}

/** Here one row is one contact and has no consent: these columns become attributes named after their headings. */
function simplify(uses: readonly ColumnUse[], headers: readonly string[]): ColumnUse[] {
  const first = uses.findIndex(({ field }) => field === 'phone')
  return uses.map((use, i) =>
    use.field === 'consent' || (use.field === 'phone' && i !== first)
      ? { field: 'attribute', attribute: headers[i] ?? '' }
      : use,
  )
}

function itemOf(uses: readonly ColumnUse[], cells: readonly string[]) {
  const ofField = (field: ColumnUse['field']) => cells.filter((_, i) => uses[i]?.field === field)
  const attributes = uses.flatMap((use, i) =>
    use.field === 'attribute' && cells[i] ? [[use.attribute, cells[i]] as const] : [],
  )
  const { labels, tooLong } = splitLabels(...ofField('labels'))
  return {
    name: ofField('name')[0] || [...ofField('firstName'), ...ofField('lastName')].join(' '),
    mobile: ofField('phone')[0] ?? '',
    labels: [...labels, ...tooLong],
    attributes: Object.fromEntries(attributes),
  }
}
