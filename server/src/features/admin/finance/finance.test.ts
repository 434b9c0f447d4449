import { beforeAll, describe, expect, test } from 'vitest'
import { givenCampaign } from '../../../../tests/support/campaigns/campaign-rows.ts'
import { newSender } from '../../../../tests/support/campaigns/campaigns.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { newOperator, seededOperator, type TestOperator } from '../../../../tests/support/operators.ts'
import { type RefundFixture, refundFixture } from '../../../../tests/support/payments/refunds.ts'
import { chargingNobody, newSubscriber } from '../../../../tests/support/payments/subscriptions.ts'
import { unmatchedFixture } from '../../../../tests/support/payments/unmatched.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { newId } from '../../../platform/ids.ts'

const LISTS = ['transactions', 'orders', 'payments', 'invoices', 'credit-notes', 'refunds', 'campaigns']

let product: TestProduct
let fixture: RefundFixture
let operator: TestOperator
let support: TestOperator
/** A vendor with a plan and a recharge whose account was closed, so that it has entries of every kind. */
let vendor: Awaited<ReturnType<typeof newSubscriber>>
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true }))
  fixture = refundFixture(product)
  operator = await seededOperator(product)
  support = await newOperator(product, 'SUPPORT')
  vendor = await newSubscriber(product)
  await fixture.recharge(vendor, 60_000)
  const { id } = await fixture.leave(vendor)
  await fixture.ends(id, 'REFUNDED')
}, 120_000)

const list = async (name: string, query = '', vendorId = vendor.vendorId, by = operator) =>
  product.get(`/admin/vendors/${vendorId}/${name}${query}`, by)
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const csv = (name: string, by = operator) => list(name, '?format=csv', vendor.vendorId, by)

describe('operators see all money of a vendor', () => {
  test('ledger entries, orders, payments, invoices, credit notes and refunds, each with its amounts', async () => {
    const data = Object.fromEntries(
      await Promise.all(LISTS.map(async (name) => [name, (await list(name)).body.data] as const)),
    )
    expect(data['transactions'][0]).toMatchObject({ type: 'DEBIT', balanceAfterMinorUnit: 0 })
    expect(data['orders'].map(({ type, status }: { type: string; status: string }) => [type, status])).toEqual([
      ['WALLET', 'PAID'],
      ['ONBOARDING', 'PAID'],
    ])
    const [recharge, onboarding] = data['payments']
    expect(recharge).toMatchObject({
      state: 'PLACED',
      amountMinorUnit: 60_000,
      refundedMinorUnit: 58_800,
      orderType: 'WALLET',
      orderId: data['orders'][0].id,
      invoices: [{ type: 'WALLET_RECHARGE' }],
    })
    expect(onboarding.invoices.map(({ type }: { type: string }) => type).sort()).toEqual(['SETUP', 'SUBSCRIPTION'])
    expect(onboarding.amountMinorUnit).toBe(data['orders'][1].amountMinorUnit)
    expect(data['invoices']).toHaveLength(3)
    expect(data['credit-notes']).toMatchObject([{ totalMinorUnit: 58_800, invoiceId: recharge.invoices[0].id }])
    expect(data['refunds']).toMatchObject([{ kind: 'WALLET_EXIT', status: 'REFUNDED', amountMinorUnit: 58_800 }])
    expect(data['campaigns']).toEqual([])
  })

  test('campaigns with what was held, spent and returned', async () => {
    const sender = await newSender(product, { contacts: 2 })
    await givenCampaign(product, sender, { status: 'PAUSED', pauseReason: 'BY_VENDOR' })
    const { data } = (await list('campaigns', '?status=PAUSED', sender.vendorId)).body
    expect(data).toMatchObject([
      { status: 'PAUSED', recipients: 2, heldMinorUnit: 200, capturedMinorUnit: 0, returnedMinorUnit: 0 },
    ])
    expect((await list('campaigns', '?status=RUNNING', sender.vendorId)).body.total).toBe(0)
  })

  test('in pages and by cursor, and each list is a list of its own', async () => {
    for (const name of LISTS) {
      const whole = (await list(name)).body
      const pages: { id: string }[] = []
      for (let cursor = '', page = 0; page <= whole.total && cursor !== null; page++) {
        const { body } = await list(name, `?pageSize=1${cursor && `&cursor=${cursor}`}`)
        pages.push(...body.data)
        cursor = body.nextCursor
      }
      // Other fields may change meanwhile, such as whether the invoice was mailed.
      expect(idsOf(pages)).toEqual(idsOf(whole.data))
    }
    const { nextCursor } = (await list('invoices', '?pageSize=1')).body
    expect((await list('orders', `?pageSize=1&cursor=${nextCursor}`)).status).toBe(400)
    expect((await list('orders', '?format=xml')).status).toBe(400)
  })

  test('as CSV with the same rows and amounts', async () => {
    for (const name of LISTS) {
      const answer = await csv(name)
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}-${vendor.vendorId}.csv"`)
      const [header = '', ...lines] = String(answer.body).trimEnd().split('\r\n')
      const { data, total } = (await list(name)).body
      expect(lines).toHaveLength(total)
      const columns = header.split(',')
      lines.forEach((line: string, i: number) => {
        const cells = line.replaceAll(/"[^"]*"/g, 'quoted').split(',')
        expect(cells).toHaveLength(columns.length)
        for (const column of ['id', 'amountMinorUnit', 'totalMinorUnit'])
          if (columns.includes(column)) expect(cells[columns.indexOf(column)]).toBe(String(data[i][column]))
      })
    }
  })

  test('invoices and credit notes as PDF, and none of another vendor', async () => {
    const other = await newVendor(product)
    for (const name of ['invoices', 'credit-notes']) {
      const [document] = (await list(name)).body.data
      expect(document.pdfUrl ?? `/api/v1/admin/vendors/${vendor.vendorId}/${name}/${document.id}/pdf`).toBe(
        `/api/v1/admin/vendors/${vendor.vendorId}/${name}/${document.id}/pdf`,
      )
      await eventually(async () => {
        const pdf = await list(`${name}/${document.id}/pdf`)
        expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
      }, 30_000)
      expect((await list(`${name}/${document.id}/pdf`, '', other.vendorId)).status).toBe(404)
    }
  })

  test('none of an unknown vendor, and a vendor sees none of them', async () => {
    for (const name of LISTS) {
      expect((await list(name, '', newId<'vendor'>())).status).toBe(404)
      expect((await product.get(`/admin/vendors/${vendor.vendorId}/${name}`, vendor)).status).toBe(403)
    }
  })

  test('without exports for SUPPORT', async () => {
    for (const name of LISTS) {
      expect((await list(name, '', vendor.vendorId, support)).status).toBe(200)
      expect(await csv(name, support)).toMatchObject({ status: 403, body: { code: 'OPERATOR_ROLE_REQUIRED' } })
    }
  })
})

describe('a payment is found by its id at the gateway', () => {
  test('with its vendor, order and invoices', async () => {
    const [recharge] = (await list('payments')).body.data
    expect((await product.get(`/admin/payments/${recharge.gatewayPaymentId}`, support)).body).toEqual({
      ...recharge,
      vendorId: vendor.vendorId,
      companyName: expect.any(String),
      unmatched: null,
    })
  })

  test('also when it could not be credited; an unknown id is not found', async () => {
    const payer = await newVendor(product)
    const { id, first, order } = await unmatchedFixture(product, payer).secondPayment()
    expect((await product.get(`/admin/payments/${id}`, support)).body).toMatchObject({
      gatewayPaymentId: id,
      state: 'UNPLACED',
      vendorId: payer.vendorId,
      orderId: order.orderId,
      orderType: 'WALLET',
      invoices: [],
      unmatched: { reason: expect.any(String), refunds: [] },
    })
    const { data, total } = (await list('payments', '', payer.vendorId)).body
    expect(data.map((one: { gatewayPaymentId: string }) => one.gatewayPaymentId).sort()).toEqual([id, first].sort())
    expect(total).toBe(2)
    expect((await product.get('/admin/payments/pay_unknown', operator)).status).toBe(404)
  })
})
