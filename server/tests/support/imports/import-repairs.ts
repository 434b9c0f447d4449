import { sql as raw } from 'kysely'
import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import { stageImportAgain } from '../../../src/features/imports/stages/resolve.ts'
import { addressBook } from '../contacts/contacts.ts'
import type { TestProduct } from '../product.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { csv, statusOf, withoutInstants, withoutRowIds } from './imports.ts'
import { byHand, type Owner } from './imports-by-hand.ts'

const COLUMNS = ['Name', 'Phone', 'Tags', 'Country', 'City']
type Row = readonly string[]

/** Few numbers, so that rows often share one, and readings that depend on the majority of the file. */
const NUMBERS = ['98765100%', '+91 98765 100%', '07911 1234%', '+44 7911 1234%', '12', 'abc', '98765100% / 07911 1234%']
const anyRow = (random: SeededRandom): Row => [
  random.pick(['Al', 'Alfred', 'Al & Bo', '']),
  random.pick(NUMBERS).replaceAll('%', () => String(10 + random.below(6))),
  random.pick(['', 'a', 'a;b', 'B;c']),
  random.pick(['', '', '', 'GB', 'Nowhere']),
  random.pick(['', 'Pune', 'Goa']),
]
const STRATEGIES = ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE']
const EXISTING = [
  { mobile: '919876510010', name: 'Alf', labels: ['old'], attributes: { City: 'Delhi' } },
  { mobile: '447911123411', name: 'A', labels: ['a'] },
]

/**
 * Repairs a file in random steps. Everything that the import shows and saves must be as if the file had been uploaded
 * with these cells and without the excluded rows.
 */
export async function repairEqualsUpload(product: TestProduct, owner: Owner, random: SeededRandom) {
  const hand = byHand(product, owner, 1 + random.below(6))
  const rows = Array.from({ length: 1 + random.below(12) }, () => anyRow(random))
  await fillBook(product, owner)
  const mergeStrategy = random.pick(STRATEGIES)
  const fields = { mergeStrategy, confirmFullReplace: 'true', allowDuplicateFile: 'true', mapping: MAPPING }
  const repaired = await hand.toReview(csv(COLUMNS, ...rows), { fields })
  const excluded = new Set<number>()
  for (let step = 1 + random.below(6); step > 0; step--)
    await repairOnce(product, owner, random, repaired, rows, excluded)
  if (random.chance(0.1)) await loseStagedRows(product, owner, repaired)
  if (random.chance(0.2)) await changeStrategies(product, owner, repaired, mergeStrategy)

  // A blank row keeps the numbers of the rows after it, and one at the end makes it another file.
  const right = `${csv(COLUMNS, ...rows.map((row, i) => (excluded.has(i) ? row.map(() => '') : row)))}\n`
  if (excluded.size === rows.length) {
    await product.post(`/contacts/import/${repaired}/cancel`, undefined, owner)
    return
  }
  const uploaded = await hand.toReview(right, { fields })
  const [actual, expected] = [await reviewOf(product, owner, repaired), await reviewOf(product, owner, uploaded)]
  expect(actual, right).toEqual(expected)
  const { stats } = await statusOf(product, owner.token, repaired)
  expect(stats.excludedRows, right).toBe(excluded.size)

  await hand.confirmAndPersist(repaired)
  const bookOfRepaired = await contentsOf(product, owner)
  await fillBook(product, owner)
  await hand.confirmAndPersist(uploaded)
  expect(bookOfRepaired, right).toEqual(await contentsOf(product, owner))
  const [one, other] = [await statusOf(product, owner.token, repaired), await statusOf(product, owner.token, uploaded)]
  expect([one.status, one.result], right).toEqual([other.status, other.result])
}

const MAPPING = JSON.stringify({
  Name: { field: 'name' },
  Phone: { field: 'phone' },
  Tags: { field: 'labels' },
  Country: { field: 'country' },
  City: { field: 'attribute' },
})

/** Makes one change through the API, and the same to `rows` and `excluded`. */
async function repairOnce(
  product: TestProduct,
  owner: Owner,
  random: SeededRandom,
  jobId: string,
  rows: Row[],
  excluded: Set<number>,
) {
  const path = `/contacts/import/${jobId}/rows`
  const at = random.below(rows.length)
  const what = random.pick(['cells', 'cells', 'row', 'exclude', 'include', 'replace'])
  if (what === 'cells' || what === 'row') {
    const after = anyRow(random)
    const which = what === 'row' ? COLUMNS.map((_, i) => i) : [random.below(COLUMNS.length)]
    const cells = Object.fromEntries(which.map((i) => [COLUMNS[i], after[i] ?? '']))
    rows[at] = (rows[at] as Row).map((cell, i) => (which.includes(i) ? (after[i] ?? '') : cell))
    const { status, body } = await product.patch(`${path}/${at + 2}`, { cells }, owner)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(Object.values(body.cells)).toEqual(rows[at])
    expect(body.status === 'excluded').toBe(excluded.has(at))
  } else if (what === 'replace') {
    const column = random.below(COLUMNS.length)
    const [find, replace] = random.pick([
      ['', 'a'],
      ['98765', '98766'],
      ['a', 'b'],
      ['Al', ''],
      ['Pune', 'Goa'],
    ] as const)
    const replaced = (cell: string) => (find === '' ? cell || replace : cell.replaceAll(find, replace))
    const changed = rows.map((row) => row.map((cell, i) => (i === column ? replaced(cell) : cell)))
    const changedRows = changed.filter((row, i) => row[column] !== rows[i]?.[column]).length
    const answer = await product.post(`${path}/replace`, { column: COLUMNS[column], find, replace }, owner)
    expect(answer).toMatchObject({ status: 200, body: { changedRows } })
    const { replacementId } = answer.body
    if (replacementId !== null && random.chance(0.3)) {
      const undone = await product.post(`${path}/replace/${replacementId}/undo`, {}, owner)
      expect(undone).toMatchObject({ status: 200, body: { changedRows } })
    } else rows.splice(0, rows.length, ...changed)
  } else {
    const chosen = rows.flatMap((_, i) => (random.chance(0.3) ? [i] : []))
    if (chosen.length === 0) return
    const changing = chosen.filter((i) => excluded.has(i) !== (what === 'exclude'))
    for (const i of chosen) {
      if (what === 'exclude') excluded.add(i)
      else excluded.delete(i)
    }
    const answer = await product.post(`${path}/${what}`, { rowIndexes: chosen.map((i) => i + 2) }, owner)
    expect(answer).toMatchObject({ status: 200, body: { changedRows: changing.length } })
  }
}

/** Everything that a person sees of an import in review, except for excluded rows. */
export async function reviewOf(product: TestProduct, owner: Owner, jobId: string) {
  const get = async (path: string) => (await product.get(`/contacts/import/${jobId}${path}`, owner)).body
  const { stats } = await statusOf(product, owner.token, jobId)
  const { excludedRows: _, ...counts } = stats
  const rows = await allRows(product, owner, jobId)
  const byStatus: Record<string, unknown> = {}
  for (const status of ['valid', 'warning', 'failed']) {
    byStatus[status] = (await allRows(product, owner, jobId, `&status=${status}`)).map(({ rowIndex }) => rowIndex)
  }
  return {
    stats: counts,
    preview: { ...(await get('/preview?pageSize=100')), jobId: '', planHash: '' },
    updates: (await get('/preview?pageSize=100&action=UPDATE')).totalPages,
    reports: [withoutRowIds(await get('/reports/errors')), await get('/reports/warnings')],
    whatIf: await get('/what-if?countries=IN,GB'),
    rows: rows.filter(({ status }) => status !== 'excluded').map((row) => ({ ...row, isRepaired: false })),
    byStatus,
  }
}

async function allRows(product: TestProduct, owner: Owner, jobId: string, query = '') {
  const rows: { rowIndex: number; status: string }[] = []
  for (let cursor = ''; ; ) {
    const { body } = await product.get(`/contacts/import/${jobId}/rows?pageSize=100${query}${cursor}`, owner)
    rows.push(...body.data)
    if (body.nextCursor === null) {
      expect(rows, query).toHaveLength(body.total)
      return rows
    }
    cursor = `&cursor=${body.nextCursor}`
  }
}

const contentsOf = async (product: TestProduct, owner: Owner) =>
  (await addressBook(product, owner)).map(withoutInstants).map(({ labels, ...contact }) => ({
    ...contact,
    labels: [...labels].sort(),
  }))

async function fillBook(product: TestProduct, { vendorId, token }: Owner) {
  for (const table of ['contact', 'label', 'contact_audit'])
    await raw`delete from ${raw.table(table)} where vendor_id = ${vendorId}`.execute(product.deps.db)
  await product.post('/contacts/bulk', { contacts: EXISTING }, { token })
}

/** As a crash of the database does, for one import. */
export async function loseStagedRows({ deps }: TestProduct, { vendorId }: Owner, jobId: string) {
  for (const table of ['staged_mark', 'staged_marks', 'staged_contact', 'staged_duplicate', 'staged_failure'])
    await raw`delete from ${raw.table(table)} where job_id = ${jobId}`.execute(deps.db)
  await stageImportAgain(deps, vendorId as VendorId, { jobId })
}

/** Another strategy and back: the whole preview is computed again. */
async function changeStrategies(product: TestProduct, owner: Owner, jobId: string, mergeStrategy: string) {
  for (const strategy of ['UPDATE_METADATA', 'SKIP_DUPLICATES', mergeStrategy]) {
    const body = { mergeStrategy: strategy, confirmFullReplace: true }
    expect((await product.patch(`/contacts/import/${jobId}`, body, owner)).status).toBe(200)
  }
}
