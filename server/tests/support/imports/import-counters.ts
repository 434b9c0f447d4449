import { expect } from 'vitest'
import type { TestProduct } from '../product.ts'
import type { SeededRandom } from '../random/seeded-random.ts'
import { csv, statusOf } from './imports.ts'
import { byHand, type Owner } from './imports-by-hand.ts'

const NUMBERS = [
  '98765%',
  '+91 98765 %',
  '12',
  '',
  'abc',
  '0',
  '+44 7911 12%',
  '9.19877E+11',
  '98765% / 98766%',
  '98765%;1',
]
const NAMES = ['', 'Asha', 'Asha & Ben', 'Asha and Ben and Cara', 'Smith & Sons', '"Rao, Asha"', '0']
const STRATEGIES = ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE']

/** Imports a file of random rows. Its counts must agree with each other and with the reports. */
export async function countsAgree(product: TestProduct, owner: Owner, random: SeededRandom) {
  const hand = byHand(product, owner, 1 + random.below(9))
  const rows = Array.from({ length: 1 + random.below(25) }, () => [
    random.pick(NAMES),
    random.pick(NUMBERS).replaceAll('%', () => String(10_000 + random.below(60))),
    random.pick(['', 'a', 'a;b', 'A|c']),
    random.pick(['', '', 'IN', 'GB', 'Nowhere']),
  ])
  const isBlank = (row: readonly string[]) => row.every((cell) => cell === '')
  const filled = rows.filter((row) => !isBlank(row))
  if (filled.length === 0) return
  const mapping = JSON.stringify({
    Name: { field: 'name' },
    Phone: { field: 'phone' },
    Tags: { field: 'labels' },
    Country: { field: 'country' },
  })
  const fields = {
    mapping,
    mergeStrategy: random.pick(STRATEGIES),
    confirmFullReplace: 'true',
    allowDuplicateFile: 'true',
  }
  const content = csv(['Name', 'Phone', 'Tags', 'Country'], ...rows)
  const jobId = await hand.toReview(content, { fields })
  const get = async (path: string) => (await product.get(`/contacts/import/${jobId}${path}`, owner)).body
  const preview = await get('/preview?pageSize=100')
  const { stats } = await statusOf(product, owner.token, jobId)
  await hand.confirmAndPersist(jobId)
  const done = await statusOf(product, owner.token, jobId)

  const description = `${JSON.stringify(content)} ${fields.mergeStrategy}`
  const { created, updated, merged, skipped, changedSincePreview } = done.result
  expect(done.stats, description).toEqual(stats)
  expect(stats, description).toMatchObject({
    totalRows: filled.length,
    processedRows: filled.length,
    errors: stats.invalidRows,
  })
  expect(stats.validRows + stats.invalidRows, description).toBe(filled.length)
  expect(stats.warningRows, description).toBeLessThanOrEqual(stats.validRows)
  expect(created + updated + merged + skipped, description).toBe(stats.valid)
  expect(changedSincePreview, description).toBe(0)
  expect(preview, description).toMatchObject({ totalValid: stats.valid, totalErrors: stats.invalidRows })
  expect(preview.conflictSummary.totalNewContacts, description).toBe(created)
  expect(preview.conflictSummary.totalExistingContacts, description).toBe(stats.valid - created)
  expect(linesIn(await get('/reports/errors')), description).toBe(stats.invalidRows)
  expect(linesIn(await get('/reports/errors?format=simple')), description).toBe(stats.invalidRows)
  const warned = (await get('/reports/warnings')).split('\r\n').slice(1, -1)
  expect(new Set(warned.map((line: string) => line.split(',')[0])).size, description).toBe(stats.warningRows)
  expect(done.status, description).toBe(stats.invalidRows === 0 ? 'COMPLETED' : 'PARTIAL_SUCCESS')
}

/** Without the header. No cell contains a line break. */
const linesIn = (report: string) => report.split('\r\n').length - 2
