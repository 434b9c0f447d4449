import { beforeAll, describe, expect, test } from 'vitest'
import {
  bareVendor,
  credit,
  expectWholeSeries,
  issue,
  type Owner,
  pdfOf,
  readInvoice,
  rowOf,
} from '../../../../tests/support/money/invoices.ts'
import { isPlainPdf, pdfText } from '../../../../tests/support/money/pdf-text.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { newId } from '../../../platform/ids.ts'

let product: TestProduct
let vendor: Owner
let bare: { vendorId: string }
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  bare = await bareVendor(product)
})

const notesOf = (invoiceId: string) =>
  product.deps.db.selectFrom('credit_note').selectAll().where('invoice_id', '=', invoiceId).orderBy('id').execute()

describe('a refund', () => {
  test('in full voids the invoice, with refund id and time, and both documents show it', async () => {
    const { id, invoiceNumber, totalMinorUnit } = await issue(product, vendor)
    const credited = await credit(product, vendor, {
      invoiceId: id,
      amountMinorUnit: totalMinorUnit,
      gatewayRefundId: 'rfnd_all',
    })
    expect(credited).toEqual({ creditNoteNumber: expect.stringMatching(/^HRKCN-\d{4}-\d{5}$/), isVoid: true })
    expect(await readInvoice(product, vendor, id)).toMatchObject({
      status: 'VOID',
      invoiceNumber,
      refundedMinorUnit: 117_882,
      refundId: 'rfnd_all',
      refundedAt: expect.stringMatching(/Z$/),
    })
    const { body } = await product.get('/billing/credit-notes', { token: vendor.token })
    expect(body).toMatchObject({ total: 1, page: 1, nextCursor: null })
    const [note] = body.data
    expect(note).toMatchObject({
      creditNoteNumber: credited.creditNoteNumber,
      invoiceId: id,
      invoiceNumber,
      amountMinorUnit: 99_900,
      cgstMinorUnit: 8_991,
      sgstMinorUnit: 8_991,
      igstMinorUnit: 0,
      gstAmountMinorUnit: 17_982,
      totalMinorUnit: 117_882,
      totalInrPaise: 117_882,
      currency: 'INR',
      reason: 'Asked for in time',
      refundId: 'rfnd_all',
      refundRequestId: null,
    })
    const download = await pdfOf(product, vendor, `/billing/credit-notes/${note.id}`)
    expect(download.headers['content-disposition']).toBe(`attachment; filename="${credited.creditNoteNumber}.pdf"`)
    expect(pdfText(download.pdf) ?? invoiceNumber).toContain(invoiceNumber)
    const voided = await pdfOf(product, vendor, `/billing/invoices/${id}`)
    expect(isPlainPdf(voided.pdf)).toBe(true)
    expect(pdfText(voided.pdf) ?? credited.creditNoteNumber).toContain(credited.creditNoteNumber)
    const other = await newVendor(product)
    expect(await product.get(`/billing/credit-notes/${note.id}/pdf`, { token: other.token })).toMatchObject({
      status: 404,
    })
    expect((await product.get('/billing/credit-notes', { token: other.token })).body.total).toBe(0)
  })

  test('in parts leaves the invoice paid until the last; the credit notes add up to it exactly', async () => {
    const { id } = await issue(product, bare)
    for (const amountMinorUnit of [3_333n, 50_001n, 7n])
      expect((await credit(product, bare, { invoiceId: id, amountMinorUnit })).isVoid).toBe(false)
    expect(await rowOf(product, id)).toMatchObject({ status: 'PAID', refunded_minor_unit: 53_341n })
    expect((await credit(product, bare, { invoiceId: id, amountMinorUnit: 117_882n - 53_341n })).isVoid).toBe(true)
    const notes = await notesOf(id)
    const sum = (part: 'amount_minor_unit' | 'cgst_minor_unit' | 'sgst_minor_unit' | 'total_inr_paise') =>
      notes.reduce((total, note) => total + note[part], 0n)
    expect(sum('amount_minor_unit')).toBe(99_900n)
    expect([sum('cgst_minor_unit'), sum('sgst_minor_unit')]).toEqual([8_991n, 8_991n])
    expect(sum('total_inr_paise')).toBe(117_882n)
  })

  test("in parts adds up in the vendor's currency too", async () => {
    const abroad = await bareVendor(product, { country: 'AE', currency: 'USD' })
    const { id } = await issue(product, abroad)
    for (const amountMinorUnit of [33_333n, 33_333n, 33_234n])
      await credit(product, abroad, { invoiceId: id, amountMinorUnit })
    const parts = (await notesOf(id)).map((note) => note.total_vendor_minor_unit ?? 0n)
    expect(parts.every((part) => part > 300n)).toBe(true)
    expect(parts.reduce((sum, part) => sum + part)).toBe((await rowOf(product, id)).total_vendor_minor_unit)
  })

  test('reported twice has one credit note', async () => {
    const { id } = await issue(product, bare)
    const refundRequestId = newId<'refundRequest'>()
    const first = await credit(product, bare, {
      invoiceId: id,
      amountMinorUnit: 500n,
      refundRequestId,
      gatewayRefundId: null,
    })
    const again = { invoiceId: id, amountMinorUnit: 500n, refundRequestId, gatewayRefundId: 'rfnd_later' }
    expect(await credit(product, bare, again)).toEqual(first)
    expect(await notesOf(id)).toHaveLength(1)
  })

  test('never exceeds what was paid: of many at once only as many as fit succeed', async () => {
    const { id } = await issue(product, bare)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => credit(product, bare, { invoiceId: id, amountMinorUnit: 40_000n })),
    )
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : []))
    expect(refusals).toEqual(Array(6).fill('NOT_REFUNDABLE'))
    expect(await rowOf(product, id)).toMatchObject({ status: 'PAID', refunded_minor_unit: 80_000n })
    expect(await notesOf(id)).toHaveLength(2)
    await expectWholeSeries(product)
  })

  test('in full, twice at once: one voids the invoice, the other is refused', async () => {
    const { id } = await issue(product, bare)
    const all = { invoiceId: id, amountMinorUnit: 117_882n }
    const outcomes = await Promise.allSettled([credit(product, bare, all), credit(product, bare, all)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await notesOf(id)).toHaveLength(1)
  })

  test("of a void invoice or of another vendor's is refused, and leaves no gap in the numbers", async () => {
    const { id } = await issue(product, bare)
    await credit(product, bare, { invoiceId: id, amountMinorUnit: 117_882n })
    const more = { invoiceId: id, amountMinorUnit: 10n }
    await expect(credit(product, bare, more)).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await expect(credit(product, vendor, more)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expectWholeSeries(product)
  })
})
