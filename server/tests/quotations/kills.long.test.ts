import { expect, test } from 'vitest'
import { downloadQuotation } from '../../src/features/quotations/pdf/download.ts'
import { bareQuotation } from '../support/campaigns/quotations.ts'
import { eventually } from '../support/eventually.ts'
import { drawWithKills } from '../support/money/drawing-kills.ts'
import { bareVendor } from '../support/money/invoices.ts'
import { isPlainPdf } from '../support/money/pdf-text.ts'
import { startProcess } from '../support/processes/process.ts'
import { startProduct } from '../support/product.ts'

test('workers killed 30 times while they draw: every quotation has its one whole document in the end', async () => {
  const product = await startProduct({ without: ['WORKER'] })
  const { vendorId } = await bareVendor(product)
  const ids = await drawWithKills(product, 'quotation', 30, () => bareQuotation(product, vendorId))
  const { databaseUrl, deps } = product
  const worker = await startProcess({
    SERVICE_TYPE: 'WORKER',
    DATABASE_URL: databaseUrl,
    DATA_DIR: deps.config.dataDir,
  })
  for (const id of ids) {
    const { pdf } = await eventually(() => downloadQuotation(deps, vendorId, id), 600_000)
    expect(isPlainPdf(pdf)).toBe(true)
  }
  await worker.end('SIGTERM')
})
