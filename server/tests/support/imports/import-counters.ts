import { expect } from 'vitest'
import type { TestProduct } from '../product.ts'
import type { Chance } from '../random/seeded-random.ts'
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

/** A file of any kind of rows: whatever they are, the counts agree with each other and with the reports. */
export async function countsAgree(product: TestProduct, owner: Owner, chance: Chance) {
  const hand = byHand(product, owner, 1 + chance.below(9))
  const rows = Array.from({ length: 1 + chance.below(25) }, () => [
    chance.pick(NAMES),
    chance.pick(NUMBERS).replaceAll('%', () => String(10_000 + chance.below(60))),
    chance.pick(['', 'a', 'a;b', 'A|c']),
    chance.pick(['', '', 'IN', 'GB', 'Nowhere']),
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
    mergeStrategy: chance.pick(STRATEGIES),
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

  const told = `${JSON.stringify(content)} ${fields.mergeStrategy}`
  const { created, updated, merged, skipped, changedSincePreview } = done.result
  expect(done.stats, told).toEqual(stats)
  expect(stats, told).toMatchObject({
    totalRows: filled.length,
    processedRows: filled.length,
    errors: stats.invalidRows,
  })
  expect(stats.validRows + stats.invalidRows, told).toBe(filled.length)
  expect(stats.warningRows, told).toBeLessThanOrEqual(stats.validRows)
  expect(created + updated + merged + skipped, told).toBe(stats.valid)
  expect(changedSincePreview, told).toBe(0)
  expect(preview, told).toMatchObject({ totalValid: stats.valid, totalErrors: stats.invalidRows })
  expect(preview.conflictSummary.totalNewContacts, told).toBe(created)
  expect(preview.conflictSummary.totalExistingContacts, told).toBe(stats.valid - created)
  expect(linesIn(await get('/reports/errors')), told).toBe(stats.invalidRows)
  expect(linesIn(await get('/reports/errors?format=simple')), told).toBe(stats.invalidRows)
  const warned = (await get('/reports/warnings')).split('\r\n').slice(1, -1)
  expect(new Set(warned.map((line: string) => line.split(',')[0])).size, told).toBe(stats.warningRows)
  expect(done.status, told).toBe(stats.invalidRows === 0 ? 'COMPLETED' : 'PARTIAL_SUCCESS')
}

/** Without the heading; no cell here has a line break in it. */
const linesIn = (report: string) => report.split('\r\n').length - 2
