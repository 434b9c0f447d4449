import { beforeAll, describe, expect, test } from 'vitest'
import { bareVendor, issue, type Owner, pdfOf, readInvoice, rowOf } from '../../../../tests/support/money/invoices.ts'
import { drawnGlyphs, isPlainPdf, pdfText, withoutDirections } from '../../../../tests/support/money/pdf-text.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import { makePdfOf } from './make-pdf.ts'

describe('the PDF of an invoice', () => {
  let product: TestProduct
  let vendor: Owner
  beforeAll(async () => {
    product = await startProduct()
    vendor = await newVendor(product, 'आशा & Söhne')
  })

  test('is created in the background, named after the number, stored encrypted, and linked from the invoice', async () => {
    const { id, invoiceNumber } = await issue(product, vendor)
    const { pdf, headers } = await pdfOf(product, vendor, `/billing/invoices/${id}`)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoiceNumber}.pdf"`,
    })
    expect(isPlainPdf(pdf)).toBe(true)
    const text = pdfText(pdf)
    if (text !== undefined) for (const word of [invoiceNumber, '& Söhne', '₹1,178.82']) expect(text).toContain(word)
    const url = `/api/v1/billing/invoices/${id}/pdf`
    expect(await readInvoice(product, vendor, id)).toMatchObject({ pdfStatus: 'READY', pdfUrl: url })
    const { pdf_key } = await rowOf(product, id)
    const stored: Uint8Array[] = []
    for await (const chunk of await product.deps.files.get(pdf_key ?? '')) stored.push(chunk)
    expect(Buffer.concat(stored).includes('%PDF')).toBe(false)
  })

  test('in another script and currency is rendered in a worker thread with the same result', async () => {
    const abroad = await newVendor(product, 'شركة النور')
    const patch = { legalName: '株式会社さくら 한빛', address: { line1: 'தமிழ்நாடு' }, country: 'AE', currency: 'AED' }
    expect((await product.patch('/vendor/me', patch, { token: abroad.token })).status).toBe(200)
    const { id } = await issue(product, abroad)
    const { pdf } = await pdfOf(product, abroad, `/billing/invoices/${id}`)
    expect(drawnGlyphs(pdf)).not.toContain(0)
    const text = withoutDirections(pdfText(pdf) ?? '')
    if (text === '') return
    for (const words of ['شركة النور', '株式会社さくら 한빛', 'தமிழ்நாடு', '₹999.00', 'Total in AED AED 44.03'])
      expect(text).toContain(words)
  })

  test('is rendered again when its file was lost', async () => {
    const { id } = await issue(product, vendor)
    const { pdf } = await pdfOf(product, vendor, `/billing/invoices/${id}`)
    await product.deps.files.remove((await rowOf(product, id)).pdf_key ?? '')
    const lost = await product.get(`/billing/invoices/${id}/pdf`, { token: vendor.token })
    expect(lost).toMatchObject({ status: 409, body: { code: 'PDF_NOT_READY' } })
    expect((await pdfOf(product, vendor, `/billing/invoices/${id}`)).pdf).toEqual(pdf)
  })
})

describe('before the PDF is ready', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startProduct({ without: ['WORKER'] })
  })

  test('the answer is 409 with the time to wait', async () => {
    const { body } = await product.post('/auth/login', { email: 'demo@harkara.test', password: 'sandbox-harkara-1' })
    const { id } = await issue(product, { vendorId: body.vendor.id })
    const answer = await product.get(`/billing/invoices/${id}/pdf`, { token: body.accessToken })
    expect(answer).toMatchObject({ status: 409, body: { code: 'PDF_NOT_READY' }, headers: { 'retry-after': '2' } })
  })

  test('several workers at once create one file, and a rendering of an older revision is discarded', async () => {
    const vendor = await bareVendor(product)
    const { id } = await issue(product, vendor)
    const make = () => makePdfOf(product.deps, vendor.vendorId, 'INVOICE', id)
    await Promise.all([make(), make(), make()])
    expect(await rowOf(product, id)).toMatchObject({
      pdf_status: 'READY',
      pdf_key: `invoices/${vendor.vendorId}/${id}-1`,
    })
    const late = await issue(product, vendor)
    const drawing = makePdfOf(
      { ...product.deps, threads: { ...product.deps.threads, run: (...task) => voidMeanwhile(late.id, task) } },
      vendor.vendorId,
      'INVOICE',
      late.id,
    )
    await drawing
    expect(await rowOf(product, late.id)).toMatchObject({ pdf_revision: 2, pdf_status: 'PENDING', pdf_key: null })
  })

  const voidMeanwhile: (id: string, task: Parameters<TestProduct['deps']['threads']['run']>) => Promise<never> = async (
    id,
    task,
  ) => {
    await product.deps.db
      .updateTable('invoice')
      .set({ pdf_revision: 2, pdf_status: 'PENDING', pdf_key: null })
      .where('id', '=', id)
      .execute()
    return (await product.deps.threads.run(...task)) as never
  }
})
