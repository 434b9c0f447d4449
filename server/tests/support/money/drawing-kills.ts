import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import { nobodyOutside, startProcess } from '../processes/process.ts'
import type { TestProduct } from '../product.ts'

const DOCUMENTS_PER_KILL = 4

/** Requests documents and kills (-9) the worker while it renders each of them. */
export async function drawWithKills(
  product: TestProduct,
  table: 'invoice' | 'quotation',
  kills: number,
  make: () => Promise<{ id: string }>,
) {
  const { databaseUrl, deps } = product
  const { dataDir, REDIS_URL } = deps.config
  const startWorker = () =>
    startProcess({
      SERVICE_TYPE: 'WORKER',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      // The Redis of the product, if the run uses one.
      ...(REDIS_URL && { REDIS_URL }),
      ...nobodyOutside(product),
    })
  const ids: string[] = []
  let next = startWorker()
  for (let kill = 0; kill < kills; kill++) {
    const worker = await next
    if (kill + 1 < kills) next = startWorker()
    const before = await drawing(product, table)
    for (let i = 0; i < DOCUMENTS_PER_KILL; i++) ids.push((await make()).id)
    await eventually(async () => expect(await drawing(product, table)).not.toEqual(before), 60_000)
    await worker.end('SIGKILL')
  }
  return ids
}

const drawing = async (product: TestProduct, table: 'invoice' | 'quotation') => {
  const rows = await product.deps.db
    .selectFrom(table)
    .select('id')
    .where('pdf_status', '=', 'GENERATING')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
