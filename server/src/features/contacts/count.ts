import type { VendorId } from '../../domain/ids.ts'
import type { Db } from '../../platform/db/db.ts'
import { type CountSubject, isCounted, readCount, readCounts } from '../../platform/db/row-counts.ts'
import { findLabels } from './lists/labels.sql.ts'
import { type ContactFilter, countByCountry, countContacts } from './sql.ts'

/** How many contacts match: read from a counter where there is one, otherwise counted. */
export async function countMatching(db: Db, vendorId: VendorId, filter: ContactFilter): Promise<number> {
  const counter = await counterOf(db, vendorId, filter)
  if (counter === undefined || !(await isCounted(db, vendorId))) return countContacts(db, vendorId, filter)
  return counter === 'NONE' ? 0 : readCount(db, vendorId, counter.subject, counter.key)
}

/** The countries of all contacts, the most frequent first. */
export async function countriesOf(db: Db, vendorId: VendorId) {
  if (!(await isCounted(db, vendorId))) return countByCountry(db, vendorId)
  const counts = await readCounts(db, vendorId, 'COUNTRY')
  return counts.map(({ key, rows }) => ({ countryCode: key, contacts: rows }))
}

interface Counter {
  subject: CountSubject
  key: string | undefined
}

/** The counter of a filter with at most one criterion, by country, label or list. */
async function counterOf(
  db: Db,
  vendorId: VendorId,
  { label, list, countryCode, ...others }: ContactFilter,
): Promise<Counter | 'NONE' | undefined> {
  const criteria = [label, list, countryCode].filter((criterion) => criterion !== undefined)
  if (criteria.length > 1 || Object.values(others).some((criterion) => criterion !== undefined)) return undefined
  if (label !== undefined) {
    const [found] = await findLabels(db, vendorId, [label])
    return found ? { subject: 'LABEL', key: found.id } : 'NONE'
  }
  if (list === undefined) return { subject: 'COUNTRY', key: countryCode }
  return list.kind === 'STATIC' ? { subject: 'LIST', key: list.id } : undefined
}
