import { beforeAll, describe, expect, test } from 'vitest'
import { csv, statusOf } from '../../../../tests/support/imports/imports.ts'
import { byHand, startProductByHand } from '../../../../tests/support/imports/imports-by-hand.ts'
import { newVendor, type TestProduct } from '../../../../tests/support/product.ts'
import { MERGE_STRATEGIES } from '../../../domain/contacts/contact.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { optInNumber, optOutNumber } from '../../contacts/audience/opt-out.ts'
import { undoImportJob } from '../lifecycle/undo.ts'

let product: TestProduct
let owner: Awaited<ReturnType<typeof newVendor>>
let hand: ReturnType<typeof byHand>
beforeAll(async () => {
  product = await startProductByHand()
  owner = await newVendor(product)
  hand = byHand(product, owner, 2)
})

const HEADER = ['Phone', 'Name', 'Opt in', 'Consent date', 'Consent source']
let next = 9_876_800_000
const number = () => String(next++)
const find = async (mobile: string) => (await product.post('/contacts/search', { search: mobile }, owner)).body.data[0]
const previewOf = async (jobId: string) => (await product.get(`/contacts/import/${jobId}/preview`, owner)).body
async function importFile(rows: string[][], mergeStrategy = 'MERGE_LABELS') {
  const fields = { mergeStrategy, confirmFullReplace: 'true', allowDuplicateFile: 'true' }
  const jobId = await hand.toReview(csv(HEADER, ...rows), { fields })
  await hand.confirmAndPersist(jobId)
  return jobId
}
async function undo(jobId: string) {
  expect((await product.post(`/contacts/import/${jobId}/undo`, undefined, owner)).status).toBe(202)
  await undoImportJob(product.deps, owner.vendorId as VendorId, { jobId })
}

describe('a file with consent', () => {
  test('that is corrected in the review opts out only contacts whose corrected row refuses', async () => {
    const [becomesNo, becomesYes, excluded] = [number(), number(), number()]
    const jobId = await hand.toReview(
      csv(
        HEADER,
        [becomesNo, 'Asha', 'yes', '', ''],
        [becomesYes, 'Ben', 'no', '', ''],
        [excluded, 'Cleo', 'no', '', ''],
      ),
    )
    const repair = (row: number, cells: object) =>
      product.patch(`/contacts/import/${jobId}/rows/${row}`, { cells }, owner)
    expect((await repair(2, { 'Opt in': 'no' })).status).toBe(200)
    expect((await repair(3, { 'Opt in': 'yes' })).status).toBe(200)
    await product.post(`/contacts/import/${jobId}/rows/exclude`, { rowIndexes: [4] }, owner)
    expect(await previewOf(jobId)).toMatchObject({ totalOptOuts: 1 })
    await hand.confirmAndPersist(jobId)
    expect(await find(becomesNo)).toMatchObject({ optedOutAt: expect.any(String), consent: { status: 'OPTED_OUT' } })
    expect(await find(becomesYes)).toMatchObject({ optedOutAt: null, consent: { status: 'OPTED_IN' } })
    expect(await find(excluded)).toBeUndefined()
  })

  test('shows it in the preview, opts refusals out, and keeps date and source on the contact', async () => {
    const [yes, no, unclear, none] = [number(), number(), number(), number()]
    const rows = [
      [yes, 'Asha', 'yes', '2026-11-15', 'web form'],
      [no, 'Ben', 'NO', '2026-11-16', ''],
      [unclear, 'Cleo', 'perhaps', '', ''],
      [none, 'Dan', '', '', ''],
    ]
    const jobId = await hand.toReview(csv(HEADER, ...rows))
    const { body: mapping } = await product.get(`/contacts/import/${jobId}/mapping`, owner)
    expect(mapping.confirmed).toMatchObject({
      'Opt in': { field: 'consent' },
      'Consent date': { field: 'consent' },
      'Consent source': { field: 'consent' },
    })
    expect(mapping.confirmed['Opt in']).toEqual({ field: 'consent' })
    const agreed = { status: 'OPTED_IN', date: '2026-11-15', source: 'web form' }
    const refused = { status: 'OPTED_OUT', date: '2026-11-16', source: null }
    const preview = await previewOf(jobId)
    expect(preview).toMatchObject({
      totalOptOuts: 1,
      validSample: [
        { consent: agreed, _optsOut: false, attributes: {} },
        { consent: refused, _optsOut: true },
        { consent: null, _warnings: ['ambiguous country', 'consent not understood'] },
        { consent: null },
      ],
    })
    expect((await find(no))?.optedOutAt ?? null).toBeNull()
    await hand.confirmAndPersist(jobId)
    expect(await find(yes)).toMatchObject({ consent: agreed, optedOutAt: null })
    expect(await find(no)).toMatchObject({
      consent: refused,
      optedOutAt: expect.any(String),
      optOutReason: 'MANUAL',
    })
    expect(await find(none)).toMatchObject({ consent: null, optedOutAt: null })
    expect(await find(unclear)).toMatchObject({ consent: null, optedOutAt: null })
  })

  test('opts refusals out although its first rows are all pending', async () => {
    const refusing = number()
    const pending = Array.from({ length: 21 }, () => [number(), 'Asha', 'pending', '', ''])
    const jobId = await importFile([...pending, [refusing, 'Ben', 'No', '', '']])
    expect(await find(refusing)).toMatchObject({ optedOutAt: expect.any(String), consent: { status: 'OPTED_OUT' } })
    expect((await product.get(`/contacts/import/${jobId}/mapping`, owner)).body.confirmed['Opt in']).toEqual({
      field: 'consent',
    })
  })

  test('opts out existing contacts under every strategy, and never opts anybody in', async () => {
    for (const strategy of MERGE_STRATEGIES) {
      const [refusing, agreeing] = [number(), number()]
      await product.post(
        '/contacts/bulk',
        [refusing, agreeing].map((n) => ({ mobile: `91${n}`, name: 'Old' })),
        owner,
      )
      const { id } = await find(agreeing)
      await product.post(`/contacts/${id}/opt-out`, undefined, owner)
      await importFile(
        [
          [refusing, 'Old', 'no', '', ''],
          [agreeing, 'Old', 'yes', '2026-11-15', ''],
        ],
        strategy,
      )
      const keepsRecords = strategy === 'SKIP_DUPLICATES' || strategy === 'MERGE_LABELS'
      expect(await find(refusing), strategy).toMatchObject({
        optedOutAt: expect.any(String),
        consent: keepsRecords ? null : { status: 'OPTED_OUT' },
      })
      expect(await find(agreeing), strategy).toMatchObject({
        optedOutAt: expect.any(String),
        consent: keepsRecords ? null : { status: 'OPTED_IN', date: '2026-11-15' },
      })
    }
  })

  test('a refusal in any row of a number counts under every strategy, and a later yes does not lift it', async () => {
    for (const strategy of ['SKIP_DUPLICATES', 'FULL_REPLACE']) {
      const mobile = number()
      const rows = [
        [mobile, 'Asha', 'yes', '2026-01-01', 'web'],
        [number(), 'Ben', '', '', ''],
        [mobile, 'Asha', 'no', '', ''],
        [mobile, 'Asha', 'yes', '2026-03-03', ''],
      ]
      const jobId = await hand.toReview(csv(HEADER, ...rows), {
        fields: { mergeStrategy: strategy, confirmFullReplace: 'true' },
      })
      expect(await previewOf(jobId), strategy).toMatchObject({
        totalOptOuts: 1,
        validSample: [{ consent: { status: 'OPTED_OUT', date: null, source: null }, _optsOut: true }, {}],
      })
      await hand.confirmAndPersist(jobId)
      expect(await find(mobile), strategy).toMatchObject({
        consent: { status: 'OPTED_OUT' },
        optedOutAt: expect.any(String),
      })
      const again = await importFile([[mobile, 'Asha', 'yes', '2026-04-04', '']], 'UPDATE_METADATA')
      expect(await statusOf(product, owner.token, again)).toMatchObject({ result: { skipped: 1 } })
      expect(await find(mobile)).toMatchObject({ consent: { status: 'OPTED_OUT' }, optedOutAt: expect.any(String) })
    }
  })

  test('the difference to an existing consent is shown as a field', async () => {
    const mobile = number()
    await importFile([[mobile, 'Asha', 'yes', '2026-01-01', 'web']])
    const fields = { mergeStrategy: 'UPDATE_METADATA' }
    const jobId = await hand.toReview(csv(HEADER, [mobile, 'Asha', 'no', '2026-02-02', '']), { fields })
    const [item] = (await previewOf(jobId)).validSample
    expect(item).toMatchObject({
      _action: 'UPDATE',
      _diff: [
        {
          field: 'consent',
          existing: 'OPTED_IN, 2026-01-01, web',
          incoming: 'OPTED_OUT, 2026-02-02',
          resolved: 'OPTED_OUT, 2026-02-02',
        },
      ],
    })
  })

  test('has another plan once another import has changed nothing but a consent', async () => {
    const mobile = number()
    await importFile([[mobile, 'Asha', 'yes', '2026-01-01', 'web']])
    const jobId = await hand.toReview(csv(HEADER, [mobile, 'Asha Rao', '', '', '']))
    const { planHash } = await previewOf(jobId)
    await importFile([[mobile, 'Asha', 'no', '2026-02-02', '']], 'UPDATE_METADATA')
    expect(await product.post(`/contacts/import/${jobId}/confirm`, { planHash }, owner)).toMatchObject({
      status: 409,
      body: { code: 'PLAN_CHANGED', changedContacts: 1 },
    })
  })

  test('is exported, imported again without loss, and erased with the contact', async () => {
    const vendor = await newVendor(product)
    const here = byHand(product, vendor)
    const mobile = number()
    const before = await product.get('/contacts/export', vendor)
    expect(before.body).toBe('Name,Phone,Country,Labels\r\n')
    const first = await here.toReview(csv(HEADER, [mobile, 'Asha', 'no', '2026-11-15', 'web']))
    await here.confirmAndPersist(first)
    const { body } = await product.get('/contacts/export', vendor)
    expect(body).toBe(
      `Name,Phone,Country,Labels,Consent,Consent date,Consent source\r\nAsha,'+91${mobile},IN,,no,2026-11-15,web\r\n`,
    )
    const other = await newVendor(product)
    const again = byHand(product, other)
    await again.confirmAndPersist(await again.toReview(body))
    const [contact] = (await product.get('/contacts', other)).body.data
    expect(contact).toMatchObject({
      consent: { status: 'OPTED_OUT', date: '2026-11-15', source: 'web' },
      attributes: {},
      optedOutAt: expect.any(String),
    })
    await product.del(`/contacts/${contact.id}`, other)
    const recreated = await product.post('/contacts', { mobile: `91${mobile}` }, other)
    expect(recreated.body).toMatchObject({ consent: null, optedOutAt: expect.any(String) })
  })

  test('opts out the other spelling of a number too', async () => {
    await importFile([['+55 21 98765-4321', 'Bia', 'no', '', '']])
    const [contact] = (await product.post('/contacts/search', { search: 'Bia' }, owner)).body.data
    expect(contact.optedOutAt).not.toBeNull()
    const optIn = () =>
      inTransaction(product.deps.db, (tx) =>
        optInNumber(
          tx,
          product.deps,
          owner.vendorId as VendorId,
          '552187654321',
          ['MANUAL'],
          new Date(Date.now() + 1e9),
        ),
      )
    await optIn()
    expect((await find('+55 21 98765-4321')).optedOutAt).toBeNull()
  })
})

describe('undoing an import', () => {
  test('withdraws the opt-outs that only it stated, also of contacts that it left unchanged', async () => {
    const [fresh, known] = [number(), number()]
    await product.post('/contacts', { mobile: `91${known}`, name: 'By hand' }, owner)
    const jobId = await importFile([
      [fresh, 'Asha', 'no', '', ''],
      [known, '', 'no', '', ''],
    ])
    expect((await find(known)).optedOutAt).not.toBeNull()
    await undo(jobId)
    expect(await find(known)).toMatchObject({ optedOutAt: null, consent: null })
    expect((await product.post('/contacts', { mobile: `91${fresh}` }, owner)).body.optedOutAt).toBeNull()
  })

  test('restores the consent that was recorded before', async () => {
    const mobile = number()
    await importFile([[mobile, 'Asha', 'yes', '2026-01-01', 'web']])
    const jobId = await importFile([[mobile, 'Asha', 'no', '2026-02-02', '']], 'UPDATE_METADATA')
    await undo(jobId)
    expect(await find(mobile)).toMatchObject({
      consent: { status: 'OPTED_IN', date: '2026-01-01', source: 'web' },
      optedOutAt: null,
    })
  })

  test('keeps opt-outs that existed before or were requested since', async () => {
    const [before, stopped, byHandSince, twice] = [number(), number(), number(), number()]
    const stop = (mobile: string) =>
      inTransaction(product.deps.db, (tx) =>
        optOutNumber(tx, product.deps, owner.vendorId as VendorId, `91${mobile}`, 'STOP', product.deps.clock.now()),
      )
    await stop(before)
    const all = [before, stopped, byHandSince, twice]
    const jobId = await importFile(all.map((mobile) => [mobile, 'Asha', 'no', '', '']))
    expect((await find(before)).optOutReason).toBe('STOP')
    await stop(stopped)
    await product.post(`/contacts/${(await find(byHandSince)).id}/opt-out`, undefined, owner)
    const second = await importFile([[twice, 'Asha', 'no', '', '']])
    await undo(jobId)
    for (const mobile of all)
      expect((await product.post('/contacts', { mobile: `91${mobile}` }, owner)).body.optedOutAt, mobile).not.toBeNull()
    await undo(second)
    expect((await find(twice)).optedOutAt).not.toBeNull()
  })
})

test('a cancelled import opts no contact out', async () => {
  const mobile = number()
  const jobId = await hand.toReview(csv(HEADER, [mobile, 'Asha', 'no', '', '']))
  await product.post(`/contacts/import/${jobId}/cancel`, undefined, owner)
  expect((await product.post('/contacts', { mobile: `91${mobile}` }, owner)).body.optedOutAt).toBeNull()
})
