import { beforeAll, describe, expect, test } from 'vitest'
import { newSender } from '../../../../tests/support/campaigns/campaigns.ts'
import {
  bareQuotation,
  quotationPdf,
  quotationRow,
  startQuoting,
} from '../../../../tests/support/campaigns/quotations.ts'
import { bareVendor } from '../../../../tests/support/money/invoices.ts'
import { isPlainPdf, pdfText } from '../../../../tests/support/money/pdf-text.ts'
import { startProduct } from '../../../../tests/support/product.ts'
import { downloadQuotation } from './download.ts'
import { renderQuotationPdf } from './make-pdf.ts'

describe('the PDF of a quotation', () => {
  let product: Awaited<ReturnType<typeof startQuoting>>
  let sender: Awaited<ReturnType<typeof newSender>>
  beforeAll(async () => {
    product = await startQuoting()
    sender = await newSender(product)
  })
  const ask = async () => {
    const body = { templateId: sender.templateId, contactListId: sender.listId }
    return (await product.post('/quotations', body, { token: sender.token })).body
  }
  const read = async (id: string) => (await product.get(`/quotations/${id}`, { token: sender.token })).body

  test('is generated automatically, shows the price, is stored encrypted, and linked from the quotation', async () => {
    const { id } = await ask()
    const { pdf, headers } = await quotationPdf(product, sender, id)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="quotation-${id}.pdf"`,
    })
    expect(isPlainPdf(pdf)).toBe(true)
    const text = pdfText(pdf)
    if (text !== undefined)
      for (const word of ['QUOTATION', 'Asha Traders', 'India (IN)', 'Marketing', '₹1.23', '₹3.69', 'Valid until'])
        expect(text).toContain(word)
    expect(await read(id)).toMatchObject({ pdfStatus: 'READY', pdfUrl: `/api/v1/quotations/${id}/pdf` })
    const stored: Uint8Array[] = []
    const { pdf_storage_key: key } = await quotationRow(product, id)
    for await (const chunk of await product.deps.files.get(key ?? '')) stored.push(chunk)
    expect(Buffer.concat(stored).includes('%PDF')).toBe(false)
  })

  test('is generated again when its file was lost', async () => {
    const { id } = await ask()
    await quotationPdf(product, sender, id)
    await product.deps.files.remove((await quotationRow(product, id)).pdf_storage_key ?? '')
    const lost = await product.get(`/quotations/${id}/pdf`, { token: sender.token })
    expect(lost).toMatchObject({ status: 409, body: { code: 'PDF_NOT_READY' }, headers: { 'retry-after': '2' } })
    expect(isPlainPdf((await quotationPdf(product, sender, id)).pdf)).toBe(true)
  })

  test('is generated even if the template and the list have been deleted', async () => {
    const { id } = await ask()
    await product.del(`/contact-lists/${sender.listId}`, { token: sender.token })
    await product.del(`/templates/${sender.templateId}`, { token: sender.token })
    await product.deps.db
      .updateTable('quotation')
      .set({ pdf_status: 'PENDING', pdf_storage_key: null })
      .where('id', '=', id)
      .execute()
    await renderQuotationPdf(product.deps, sender.vendorId, id)
    const text = pdfText((await quotationPdf(product, sender, id)).pdf)
    expect(text ?? 'Deleted').toContain('Deleted')
  })
})

test('is answered with 409 until it is ready, and concurrent workers generate one', async () => {
  const product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
  const { vendorId } = await bareVendor(product)
  const { id } = await bareQuotation(product, vendorId)
  const download = () => downloadQuotation(product.deps, vendorId, id)
  await expect(download()).rejects.toMatchObject({ code: 'PDF_NOT_READY', details: { retryAfterSeconds: 2 } })
  const make = () => renderQuotationPdf(product.deps, vendorId, id)
  await Promise.all([make(), make(), make()])
  expect(await quotationRow(product, id)).toMatchObject({ pdf_status: 'READY' })
  expect(isPlainPdf((await download()).pdf)).toBe(true)
})
