import { expect, test } from 'vitest'
import { downloadPdf } from '../../src/features/invoices/pdf/download.ts'
import { eventually } from '../support/eventually.ts'
import { drawWithKills } from '../support/money/drawing-kills.ts'
import { bareVendor, issue } from '../support/money/invoices.ts'
import { isPlainPdf } from '../support/money/pdf-text.ts'
import { startProcess } from '../support/processes/process.ts'
import { startProduct } from '../support/product.ts'

test('workers killed 50 times while they draw: every invoice has its one whole document in the end', async () => {
  const product = await startProduct({ without: ['WORKER'] })
  const vendor = await bareVendor(product)
  const ids = await drawWithKills(product, 'invoice', 50, () => issue(product, vendor))
  const { databaseUrl, deps } = product
  const worker = await startProcess({
    SERVICE_TYPE: 'WORKER',
    DATABASE_URL: databaseUrl,
    DATA_DIR: deps.config.dataDir,
  })
  for (const id of ids) {
    const { pdf } = await eventually(() => downloadPdf(deps, vendor.vendorId, 'INVOICE', id), 600_000)
    expect(isPlainPdf(pdf)).toBe(true)
  }
  await worker.end('SIGTERM')
})
