import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import { bareVendor, issue } from './invoices.ts'
import { startProcess } from './process.ts'
import type { TestProduct } from './product.ts'

const INVOICES_PER_KILL = 4

/** Issues invoices and kills -9 the worker that draws them, each time while a drawing is under way. */
export async function drawUnderFire(product: TestProduct, kills: number) {
  const vendor = await bareVendor(product)
  const { databaseUrl } = product
  const startWorker = () =>
    startProcess({ SERVICE_TYPE: 'WORKER', DATABASE_URL: databaseUrl, DATA_DIR: product.deps.config.dataDir })
  const ids: string[] = []
  let next = startWorker()
  for (let kill = 0; kill < kills; kill++) {
    const worker = await next
    if (kill + 1 < kills) next = startWorker()
    const before = await drawing(product)
    for (let i = 0; i < INVOICES_PER_KILL; i++) ids.push((await issue(product, vendor)).id)
    await eventually(async () => expect(await drawing(product)).not.toEqual(before), 60_000)
    await worker.end('SIGKILL')
  }
  return { vendor, ids }
}

const drawing = async (product: TestProduct) => {
  const rows = await product.deps.db
    .selectFrom('invoice')
    .select('id')
    .where('pdf_status', '=', 'GENERATING')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
