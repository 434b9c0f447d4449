import { sql as raw } from 'kysely'
import { addressBook } from '../contacts/contacts.ts'
import type { TestProduct } from '../product.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { csv, statusOf, withoutInstants, withoutRowIds } from './imports.ts'
import { byHand, type Owner } from './imports-by-hand.ts'

/** Six chunks, which have 720 orders. */
const CHUNK_ROWS = 10

/**
 * A file whose result could depend on the order of its chunks: repeated numbers, a majority country, spellings of
 * labels.
 */
const FILE = csv(
  ['Name', 'Phone', 'Tags', 'City'],
  ...Array.from({ length: 60 }, (_, i) => {
    const number =
      i % 3 === 0
        ? `+4479111234${10 + (i % 20)}`
        : i % 7 === 0
          ? `0791112${3400 + (i % 9)}`
          : `98765${10_000 + (i % 25)}`
    const label = ['vip', 'VIP', 'Vip', 'new', ''][i % 5] ?? ''
    return ['x'.repeat(1 + ((i * 7) % 11)), i % 13 === 0 ? '12' : number, label, ['Pune', '', 'Goa'][i % 3] ?? '']
  }),
)
const EXISTING = [
  { mobile: '919876510001', name: 'xxxxxx', labels: ['old'] },
  { mobile: '447911123411', name: 'x', labels: ['Old'], attributes: { City: 'Delhi' } },
]

/** Everything that an import of the file leaves behind, with its chunks processed in a random order. */
export async function importInOrder(product: TestProduct, owner: Owner, mergeStrategy: string, random?: SeededRandom) {
  const { token } = owner
  await emptyBook(product, owner)
  await product.post('/contacts/bulk', { contacts: EXISTING }, { token })
  const hand = byHand(product, owner, CHUNK_ROWS)
  const order = <T>(items: T[]) => (random ? shuffled(items, random) : items)
  const fields = { mergeStrategy, confirmFullReplace: 'true', allowDuplicateFile: 'true' }
  const jobId = await hand.uploadAndRead(FILE, { fields })
  await hand.processAll(jobId, order)
  await hand.resolve(jobId)
  const get = async (path: string) => (await product.get(`/contacts/import/${jobId}${path}`, { token })).body
  const preview = await get('/preview?pageSize=100')
  const reports = [withoutRowIds(await get('/reports/errors')), await get('/reports/warnings')]
  await hand.confirm(jobId)
  await hand.persistAll(jobId, order)
  const { stats, result, status } = await statusOf(product, token, jobId)
  const audits = await raw<{ action: string; count: number }>`
    select action, count(*)::int as count from contact_audit where job_id = ${jobId} group by action order by action
  `.execute(product.deps.db)
  return {
    status,
    stats,
    result,
    reports,
    audits: audits.rows,
    // The hash of a plan is of one import of one vendor.
    preview: { ...preview, jobId: '', planHash: '' },
    book: (await addressBook(product, owner)).map(withoutInstants),
  }
}

async function emptyBook({ deps: { db } }: TestProduct, { vendorId }: Owner) {
  for (const table of ['contact', 'label', 'contact_audit'])
    await raw`delete from ${raw.table(table)} where vendor_id = ${vendorId}`.execute(db)
}

function shuffled<T>(items: readonly T[], random: SeededRandom): T[] {
  const rest = [...items]
  return items.map(() => rest.splice(random.below(rest.length), 1)[0] as T)
}
