import { beforeAll, describe, expect, test } from 'vitest'
import { csv, statusOf } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { undoImportJob } from '../lifecycle/undo.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductByHand()
  owner = await newVendor(product)
  hand = byHand(product, owner, 3)
})

const reportOf = async (jobId: string): Promise<string> =>
  (await product.get(`/contacts/import/${jobId}/reports/errors`, owner)).body
const lineageOf = async (jobId: string) => {
  const { parentJobId, childJobIds, repairedRows } = await statusOf(product, owner.token, jobId)
  return { parentJobId, childJobIds, repairedRows }
}
let next = 9_876_700_000
const number = () => String(next++)
/** A file with failed rows, whose phone column is recognised only by its contents. */
const newFile = (bad: number) =>
  csv(
    ['Name', 'Apparat', 'City'],
    ...Array.from({ length: bad + 1 }, () => ['Good', number(), 'Pune']),
    ...Array.from({ length: bad }, (_, i) => [`N${i}`, `1${i}`, 'Pune']),
  )
/** Replaces the numbers of the first failed rows. */
function correct(report: string, count: number) {
  let left = count
  return report.replaceAll(/,1\d,/g, (bad) => (left-- > 0 ? `,${number()},` : bad))
}

async function importWith(bad: number) {
  const jobId = await hand.toReview(newFile(bad))
  await hand.confirmAndPersist(jobId)
  return jobId
}

describe('a corrected error report', () => {
  test('is linked to its import, mapped like it, and counted as repaired once it is saved', async () => {
    const parent = await importWith(5)
    expect(await lineageOf(parent)).toEqual({ parentJobId: null, childJobIds: [], repairedRows: 0 })
    const report = await reportOf(parent)
    expect(report).toMatch(/^Name,Apparat,City,FailureReason,RowId\r\nN0,10,Pune,invalid digit count,[\w-]{48}\r\n/)

    const child = await hand.toReview(correct(report, 4))
    const { body: mapping } = await product.get(`/contacts/import/${child}/mapping`, owner)
    expect(mapping).toMatchObject({
      confirmed: { Apparat: { field: 'phone' }, FailureReason: { field: 'ignore' }, RowId: { field: 'ignore' } },
      suggestionSource: 'REMEMBERED',
    })
    expect(await lineageOf(child)).toMatchObject({ parentJobId: parent })
    expect(await lineageOf(parent)).toEqual({ parentJobId: null, childJobIds: [child], repairedRows: 0 })
    await hand.confirmAndPersist(child)
    expect(await lineageOf(parent)).toMatchObject({ repairedRows: 4 })
    for (const path of ['', `/${parent}`]) {
      const { body } = await product.get(`/contacts/import${path}`, owner)
      const shown = path === '' ? body.data.find(({ jobId }: { jobId: string }) => jobId === parent) : body
      expect(shown).toMatchObject({ parentJobId: null, childJobIds: [child], repairedRows: 4 })
    }
    const { body } = await product.post('/contacts/search', { search: 'N0' }, owner)
    expect(body.data[0].attributes).toEqual({ City: 'Pune' })
  })

  test('of a corrected report is linked to that one, and has the added columns once', async () => {
    const parent = await importWith(2)
    const child = await hand.toReview(correct(await reportOf(parent), 1))
    await hand.confirmAndPersist(child)
    const report = await reportOf(child)
    expect(report).toMatch(/^Name,Apparat,City,FailureReason,RowId\r\n/)
    const grandchild = await hand.toReview(correct(report, 1))
    await hand.confirmAndPersist(grandchild)
    expect(await lineageOf(child)).toEqual({ parentJobId: parent, childJobIds: [grandchild], repairedRows: 1 })
    expect(await lineageOf(parent)).toMatchObject({ childJobIds: [child], repairedRows: 1 })
  })

  test('has the settings of its import where the upload gives none, but never FULL_REPLACE', async () => {
    const settings = { defaultCountry: 'GB', mergeStrategy: 'UPDATE_METADATA', labels: 'Fair', listName: 'Guests' }
    const parent = await hand.toReview(newFile(3), { fields: settings })
    await hand.confirmAndPersist(parent)
    const report = await reportOf(parent)
    const settingsOf = async (jobId: string) => {
      const { body } = await product.get(`/contacts/import/${jobId}`, owner)
      const { defaultCountry, mergeStrategy, labels, listName } = body
      return { defaultCountry, mergeStrategy, labels, listName }
    }
    const inherited = { ...settings, labels: ['Fair'] }
    const child = await hand.toReview(correct(report, 1))
    expect(await settingsOf(child)).toEqual(inherited)

    const own = {
      mergeStrategy: 'SKIP_DUPLICATES',
      mapping: '{"headerRow": 1, "defaultCountry": null}',
      labels: 'Second',
    }
    const given = await hand.uploadAndRead(correct(report, 2), { fields: own })
    expect(await settingsOf(given)).toEqual({
      defaultCountry: null,
      mergeStrategy: 'SKIP_DUPLICATES',
      labels: ['Second'],
      listName: 'Guests',
    })

    const again = { headerRow: 1, defaultCountry: 'IN', labels: [] }
    expect(await product.post(`/contacts/import/${child}/mapping`, again, owner)).toMatchObject({ status: 202 })
    await hand.read(child)
    expect(await settingsOf(child)).toEqual({ ...inherited, defaultCountry: 'IN', labels: [] })

    const replacing = { mergeStrategy: 'FULL_REPLACE', confirmFullReplace: 'true' }
    const replaced = await hand.toReview(newFile(1), { fields: replacing })
    const corrected = await hand.uploadAndRead(correct(await reportOf(replaced), 1))
    expect(await settingsOf(corrected)).toMatchObject({ mergeStrategy: 'MERGE_LABELS' })
  })

  test('counts each row once, and no more when the import that saved it is undone', async () => {
    const parent = await importWith(3)
    const report = await reportOf(parent)
    const children = []
    for (const rows of [1, 2]) {
      const child = await hand.toReview(correct(report, rows))
      await hand.confirmAndPersist(child)
      children.push(child)
    }
    expect(await lineageOf(parent)).toMatchObject({ childJobIds: children, repairedRows: 2 })
    const undo = async (jobId: string) => {
      expect((await product.post(`/contacts/import/${jobId}/undo`, undefined, owner)).status).toBe(202)
      await undoImportJob(product.deps, owner.vendorId as VendorId, { jobId })
    }
    await undo(children[1] ?? '')
    expect(await lineageOf(parent)).toMatchObject({ repairedRows: 1 })
    await undo(children[0] ?? '')
    expect(await lineageOf(parent)).toMatchObject({ childJobIds: children, repairedRows: 0 })
  })

  test('of a file without a header is linked and mapped like it, although its first row is not corrected', async () => {
    const good = ['Asha Rao', 'Dina Roy', 'Eva Sen'].map((name) => [name, number()])
    const parent = await hand.toReview(csv(...good, ['Ben Ode', 'soon'], ['Cleo Das', '12 soon']))
    await hand.confirmAndPersist(parent)
    const report = await reportOf(parent)
    expect(report).toMatch(/^Column A,Column B,FailureReason,RowId\r\nBen Ode,soon,/)
    const child = await hand.toReview(report.replace('12 soon', number()))
    expect(await lineageOf(child)).toMatchObject({ parentJobId: parent })
    expect(await statusOf(product, owner.token, child)).toMatchObject({ stats: { totalRows: 2, valid: 1, errors: 1 } })
  })

  test('without the column FailureReason is recognised too', async () => {
    const parent = await importWith(1)
    const report = correct(await reportOf(parent), 1)
      .replace(',FailureReason', '')
      .replace(',invalid digit count', '')
    const child = await hand.toReview(report)
    expect(await lineageOf(child)).toMatchObject({ parentJobId: parent })
    const { body } = await product.get(`/contacts/import/${child}/preview`, owner)
    expect(body.validSample).toMatchObject([{ attributes: { City: 'Pune' } }])
    expect(Object.keys(body.validSample[0].attributes)).toEqual(['City'])
  })
})

test("another vendor's row ids, invented ones and a column of the vendor's own link nothing", async () => {
  const parent = await importWith(1)
  const stranger = await newVendor(product)
  const theirs = byHand(product, stranger)
  const report = correct(await reportOf(parent), 1)
  const copied = await theirs.toReview(report)
  expect(await statusOf(product, stranger.token, copied)).toMatchObject({ parentJobId: null, stats: { valid: 1 } })
  await theirs.confirmAndPersist(copied)

  const forged = await hand.toReview(report.replace(/,[\w-]{48}\r/, `,${'A'.repeat(48)}\r`))
  expect(await lineageOf(forged)).toMatchObject({ parentJobId: null })
  await hand.confirmAndPersist(forged)
  expect(await lineageOf(parent)).toEqual({ parentJobId: null, childJobIds: [], repairedRows: 0 })

  const own = await hand.toReview(csv(['Phone', 'RowId'], [number(), '17']))
  const { body } = await product.get(`/contacts/import/${own}/preview`, owner)
  expect(body.validSample).toMatchObject([{ attributes: { RowId: '17' } }])
})
