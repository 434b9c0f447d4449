import { expect, test } from 'vitest'
import { downloadQuotation } from '../../src/features/quotations/pdf/download.ts'
import { renderQuotationPdf } from '../../src/features/quotations/pdf/make-pdf.ts'
import { bareQuotation, quotationRow } from '../support/campaigns/quotations.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { drawWithKills } from '../support/money/drawing-kills.ts'
import { bareVendor } from '../support/money/invoices.ts'
import { isPlainPdf } from '../support/money/pdf-text.ts'
import { startProduct } from '../support/product.ts'

/** The long run kills 30 times, and waits for the queue to notice. */
const KILLS = 2

test(
  `workers killed ${KILLS} times while they draw: the next worker makes one complete document for each quotation`,
  async () => {
    const product = await startProduct({ without: ['WORKER'] })
    const { vendorId } = await bareVendor(product)
    const ids = await drawWithKills(product, 'quotation', KILLS, () => bareQuotation(product, vendorId))
    const cutOff = await Promise.all(ids.map((id) => quotationRow(product, id)))
    expect(cutOff.map(({ pdf_status }) => pdf_status)).toContain('GENERATING')
    for (const id of ids) await renderQuotationPdf(product.deps, vendorId, id)
    for (const id of ids) {
      expect(await quotationRow(product, id)).toMatchObject({
        pdf_status: 'READY',
        pdf_storage_key: `quotations/${vendorId}/${id}`,
      })
      const { pdf, fileName } = await downloadQuotation(product.deps, vendorId, id)
      expect([isPlainPdf(pdf), fileName]).toEqual([true, `quotation-${id}.pdf`])
    }
  },
  FAULT_RUN_MS,
)
