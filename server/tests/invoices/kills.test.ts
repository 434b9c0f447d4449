import { expect, test } from 'vitest'
import { downloadPdf } from '../../src/features/invoices/pdf/download.ts'
import { makePdfOf } from '../../src/features/invoices/pdf/make-pdf.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { drawWithKills } from '../support/money/drawing-kills.ts'
import { bareVendor, issue, rowOf } from '../support/money/invoices.ts'
import { isPlainPdf } from '../support/money/pdf-text.ts'
import { startProduct } from '../support/product.ts'

/** The long run kills 50 times, and waits for the queue to notice. */
const KILLS = 5

test(
  `workers killed ${KILLS} times while they draw: the next worker makes one complete document for each invoice`,
  async () => {
    const product = await startProduct({ without: ['WORKER'] })
    const vendor = await bareVendor(product)
    const ids = await drawWithKills(product, 'invoice', KILLS, () => issue(product, vendor))
    const cutOff = await Promise.all(ids.map((id) => rowOf(product, id)))
    expect(cutOff.map(({ pdf_status }) => pdf_status)).toContain('GENERATING')
    for (const id of ids) await makePdfOf(product.deps, vendor.vendorId, 'INVOICE', id)
    for (const id of ids) {
      const { invoice_number, pdf_status, pdf_key } = await rowOf(product, id)
      expect({ pdf_status, pdf_key }).toEqual({ pdf_status: 'READY', pdf_key: `invoices/${vendor.vendorId}/${id}-1` })
      const { pdf, fileName } = await downloadPdf(product.deps, vendor.vendorId, 'INVOICE', id)
      expect([isPlainPdf(pdf), fileName]).toEqual([true, `${invoice_number}.pdf`])
    }
  },
  FAULT_RUN_MS,
)
