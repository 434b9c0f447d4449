import { beforeAll, describe, expect, test } from 'vitest'
import {
  bareVendor,
  issue,
  newPaymentId,
  type Owner,
  readInvoice,
  rowOf,
} from '../../../tests/support/money/invoices.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'

let product: TestProduct
let vendor: Owner
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
})

const rowsOf = (vendorId: string) =>
  product.deps.db
    .selectFrom('invoice')
    .selectAll()
    .where('vendor_id', '=', vendorId as VendorId)
    .execute()
const profile = (patch: object, { token }: Owner) => product.patch('/vendor/me', patch, { token })

describe('an invoice', () => {
  test('is numbered and paid, and contains everything that an invoice must', async () => {
    const gatewayPaymentId = newPaymentId()
    const { id, invoiceNumber } = await issue(product, vendor, { gatewayPaymentId })
    expect(invoiceNumber).toMatch(/^HRK-\d{4}-\d{5}$/)
    expect(await readInvoice(product, vendor, id)).toEqual({
      id,
      vendorId: vendor.vendorId,
      invoiceNumber,
      type: 'SETUP',
      status: 'PAID',
      description: 'SMB plan, setup fee',
      amountMinorUnit: 99_900,
      cgstMinorUnit: 8_991,
      sgstMinorUnit: 8_991,
      igstMinorUnit: 0,
      gstAmountMinorUnit: 17_982,
      totalMinorUnit: 117_882,
      currency: 'INR',
      totalInrPaise: 117_882,
      vendorCurrency: 'INR',
      totalVendorMinorUnit: 117_882,
      exchangeRateUsed: 1,
      gstPercent: 18,
      taxKind: 'INTRA',
      placeOfSupply: { stateCode: '27', name: 'Maharashtra' },
      hsnCode: '998313',
      vendorGstin: null,
      subscriptionId: null,
      periodStart: null,
      periodEnd: null,
      dueDate: expect.stringMatching(/Z$/),
      issuedAt: expect.stringMatching(/Z$/),
      paidAt: expect.stringMatching(/Z$/),
      gatewayPaymentId,
      refundedMinorUnit: 0,
      refundId: null,
      refundedAt: null,
      pdfStatus: expect.stringMatching(/^(PENDING|GENERATING|READY)$/),
      pdfUrl: expect.toSatisfy((url) => url === null || url === `/api/v1/billing/invoices/${id}/pdf`),
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  test('is created once per payment and type, however often it is requested', async () => {
    const gatewayPaymentId = newPaymentId()
    const first = await issue(product, vendor, { gatewayPaymentId })
    expect(await issue(product, vendor, { gatewayPaymentId })).toEqual(first)
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map(() => issue(product, vendor, { gatewayPaymentId, type: 'SUBSCRIPTION' })),
    )
    const ids = new Set(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.id : [])))
    expect(ids.size).toBe(1)
    const rows = (await rowsOf(vendor.vendorId)).filter((row) => row.gateway_payment_id === gatewayPaymentId)
    expect(rows.map(({ type }) => type).sort()).toEqual(['SETUP', 'SUBSCRIPTION'])
  })

  test('is immutable: its figures can be neither changed nor deleted', async () => {
    const { id } = await issue(product, vendor)
    const row = product.deps.db.updateTable('invoice').where('id', '=', id)
    await expect(row.set({ description: 'Another' }).execute()).rejects.toThrow(/does not change/)
    await expect(row.set({ total_vendor_minor_unit: 1n }).execute()).rejects.toThrow(/does not change/)
    await expect(row.set({ invoice_number: 'HRK-2026-99999' }).execute()).rejects.toThrow(/does not change/)
    await expect(product.deps.db.deleteFrom('invoice').where('id', '=', id).execute()).rejects.toThrow(
      /does not change/,
    )
  })

  test('stores the customer as of its date, encrypted', async () => {
    const moving = await newVendor(product, 'Before Traders')
    await profile({ gstin: '29AAGCB7383J1Z4', legalName: 'Before Legal Limited' }, moving)
    const { id } = await issue(product, moving)
    await profile({ gstin: '27AABCU9603R1ZN', legalName: 'After Legal Limited' }, moving)
    expect(await readInvoice(product, moving, id)).toMatchObject({ vendorGstin: '29AAGCB7383J1Z4', taxKind: 'INTER' })
    const [row] = await rowsOf(moving.vendorId)
    const stored = Buffer.concat(
      Object.values(row ?? {}).map((value) => Buffer.from(value instanceof Uint8Array ? value : `${value}`)),
    )
    for (const secret of ['29AAGCB7383J1Z4', 'Before Legal Limited', 'Before Traders'])
      expect(stored.includes(secret), secret).toBe(false)
  })
})

describe('the tax', () => {
  test.each([
    ['a tax number of another state', { gstin: '29AAGCB7383J1Z4' }, ['29', 'INTER', 0, 0, 17_982, 117_882]],
    ['a tax number of our state', { gstin: '27AABCU9603R1ZN' }, ['27', 'INTRA', 8_991, 8_991, 0, 117_882]],
    [
      'an address elsewhere',
      { address: { line1: '1 Beach', stateCode: '30' } },
      ['30', 'INTER', 0, 0, 17_982, 117_882],
    ],
    [
      'a state by its name',
      { address: { line1: '1 Road', state: 'karnataka' } },
      ['29', 'INTER', 0, 0, 17_982, 117_882],
    ],
    [
      'a code that is no state',
      { address: { line1: '1 Road', stateCode: '77' } },
      ['27', 'INTRA', 8_991, 8_991, 0, 117_882],
    ],
    ['nothing known', {}, ['27', 'INTRA', 8_991, 8_991, 0, 117_882]],
    ['a country abroad', { country: 'AE' }, ['96', 'EXPORT', 0, 0, 0, 99_900]],
    ['an address abroad', { address: { line1: '5 Main St', country: 'US' } }, ['96', 'EXPORT', 0, 0, 0, 99_900]],
    [
      'a tax number here, a country abroad',
      { gstin: '27AABCU9603R1ZN', country: 'AE' },
      ['27', 'INTRA', 8_991, 8_991, 0, 117_882],
    ],
  ])('follows %s', async (_, patch, expected) => {
    const { id } = await issue(product, await bareVendor(product, patch))
    const row = await rowOf(product, id)
    const figures = [row.cgst_minor_unit, row.sgst_minor_unit, row.igst_minor_unit, row.total_minor_unit].map(Number)
    expect([row.place_of_supply, row.tax_kind, ...figures]).toEqual(expected)
  })

  test('is what the order charged, even when the customer moved abroad before paying', async () => {
    const mover = await newVendor(product)
    await profile({ country: 'AE' }, mover)
    expect((await issue(product, mover, { gstMinorUnit: 17_982n })).totalMinorUnit).toBe(117_882n)
    await profile({ country: 'IN' }, mover)
    expect((await issue(product, mover, { gstMinorUnit: 0n })).totalMinorUnit).toBe(99_900n)
    await expect(issue(product, mover, { gstMinorUnit: 1n })).rejects.toThrow(/tax of an order/)
  })

  test('is not on a recharge, whose value in rupees is noted with its rate', async () => {
    const abroad = await bareVendor(product, { country: 'AE', currency: 'AED' })
    const { id } = await issue(product, abroad, { type: 'WALLET_RECHARGE', baseMinorUnit: 50_000n, currency: 'AED' })
    expect(await rowOf(product, id)).toMatchObject({
      tax_kind: 'NONE',
      gst_amount_minor_unit: 0n,
      total_minor_unit: 50_000n,
      currency: 'AED',
      exchange_rate_used: '22.6902654867',
      total_inr_paise: 1_134_513n,
    })
  })
})

test('with RECHARGE_GST_PERCENT the tax is included in the amount paid', async () => {
  const taxing = await startProduct({ env: { RECHARGE_GST_PERCENT: '18' }, without: ['WORKER'] })
  const recharge = { type: 'WALLET_RECHARGE', baseMinorUnit: 118_000n } as const
  const { id, totalMinorUnit } = await issue(taxing, await bareVendor(taxing), recharge)
  expect(totalMinorUnit).toBe(118_000n)
  expect(await rowOf(taxing, id)).toMatchObject({ amount_minor_unit: 100_000n, gst_amount_minor_unit: 18_000n })
})

describe("the total in the vendor's currency", () => {
  // The sandbox's rates: 83.33 rupees, 0.3075 Kuwaiti dinars and 149.5 yen per dollar.
  test.each([
    ['USD', 1_199],
    ['KWD', 3_686],
    ['JPY', 1_792],
  ])('is shown beside the rupees that a plan is billed in (%s)', async (currency, totalVendorMinorUnit) => {
    const abroad = await newVendor(product)
    await profile({ country: 'AE', currency }, abroad)
    const { id } = await issue(product, abroad)
    const totals = { currency: 'INR', totalMinorUnit: 99_900, totalInrPaise: 99_900, exchangeRateUsed: 1 }
    expect(await readInvoice(product, abroad, id)).toMatchObject({
      ...totals,
      vendorCurrency: currency,
      totalVendorMinorUnit,
    })
  })

  test('equals the total when that is the currency paid', async () => {
    const { vendorId } = await bareVendor(product, { country: 'AE', currency: 'AED' })
    const { id } = await issue(
      product,
      { vendorId },
      { type: 'WALLET_RECHARGE', currency: 'AED', baseMinorUnit: 5_000n },
    )
    const row = { currency: 'AED', total_minor_unit: 5_000n, vendor_currency: 'AED', total_vendor_minor_unit: 5_000n }
    expect(await rowOf(product, id)).toMatchObject(row)
  })

  test('is left out when no rate is known, and the payment still has its invoice', async () => {
    const { vendorId } = await bareVendor(product, { country: 'BH', currency: 'BHD' })
    await product.deps.db.deleteFrom('exchange_rate').where('to_currency', '=', 'BHD').execute()
    const { id } = await issue(product, { vendorId })
    const none = { vendor_currency: null, vendor_currency_rate: null, total_vendor_minor_unit: null }
    expect(await rowOf(product, id)).toMatchObject({ status: 'PAID', ...none })
  })
})

describe('the list', () => {
  test('shows the newest first, by page and by cursor, filtered by type or status', async () => {
    const buyer = await newVendor(product)
    const numbers = []
    for (const type of ['SETUP', 'SUBSCRIPTION', 'WALLET_RECHARGE', 'WALLET_RECHARGE'] as const)
      numbers.unshift((await issue(product, buyer, { type })).invoiceNumber)
    const list = async (query = '') => (await product.get(`/billing/invoices${query}`, { token: buyer.token })).body
    const shown = (body: { data: { invoiceNumber: string }[] }) => body.data.map(({ invoiceNumber }) => invoiceNumber)
    expect(await list()).toMatchObject({ page: 1, pageSize: 50, total: 4 })
    expect(shown(await list())).toEqual(numbers)
    expect(shown(await list('?page=2&pageSize=3'))).toEqual(numbers.slice(3))
    const first = await list('?pageSize=3')
    expect(shown(await list(`?pageSize=3&cursor=${first.nextCursor}`))).toEqual(numbers.slice(3))
    expect(shown(await list('?type=WALLET_RECHARGE'))).toEqual(numbers.slice(0, 2))
    expect(await list('?status=PAID')).toMatchObject({ total: 4 })
    expect(await list('?status=VOID')).toMatchObject({ total: 0, data: [] })
    expect(await list('?status=LOST')).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test("hides another vendor's invoices, and is closed to members and without a token", async () => {
    const { id } = await issue(product, vendor)
    const other = await newVendor(product)
    const member = await newMember(product, vendor.token)
    for (const path of [`/billing/invoices/${id}`, `/billing/invoices/${id}/pdf`]) {
      const unknown = await product.get(path.replace(id, '01900000-0000-7000-8000-000000000000'), {
        token: other.token,
      })
      const foreign = await product.get(path, { token: other.token })
      expect(foreign).toMatchObject({ status: 404, body: { ...unknown.body, requestId: expect.anything() } })
    }
    for (const path of [
      `/billing/invoices`,
      `/billing/invoices/${id}`,
      `/billing/invoices/${id}/pdf`,
      '/billing/credit-notes',
    ]) {
      expect(await product.get(path, { token: member.token }), path).toMatchObject({ status: 403 })
      expect(await product.get(path), path).toMatchObject({ status: 401 })
    }
    expect((await product.get('/billing/invoices', { token: other.token })).body.total).toBe(0)
    expect(await product.get('/billing/invoices/not-an-id', { token: vendor.token })).toMatchObject({ status: 404 })
  })
})
