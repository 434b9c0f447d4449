import { expect, test } from 'vitest'
import { endAll } from '../support/imports/hostile-imports.ts'
import { startImportProcess } from '../support/imports/import-process.ts'
import { watchChildren } from '../support/processes/child-watch.ts'
import { request } from '../support/processes/process.ts'
import { hostileCsvs } from '../support/tables/hostile-csv.ts'
import { hostileWorkbooks } from '../support/tables/hostile-workbooks.ts'

const SEED = 7_919
const CHILD_MEGABYTES_MAX = 512

function* thousand() {
  for (const [of, count] of [
    ['archives', 250],
    ['xml', 250],
    ['sheets', 100],
    ['names', 100],
  ] as const)
    for (const one of hostileWorkbooks(of, count, SEED)) yield { ...one, what: `${of} ${one.what}` }
  yield* hostileCsvs(300, SEED)
}

test('a thousand hostile files: no crash, no hang, little memory, and every import ends with a reason', async () => {
  const product = await startImportProcess()
  const watched = watchChildren(product.process.child.pid ?? 0, 'table-reader/child')
  const ends = await endAll(product, thousand())
  await watched.stop()
  process.stdout.write(`seed ${SEED}: ${JSON.stringify(ends)}, readers: ${JSON.stringify(watched)}\n`)
  expect(Object.values(ends).reduce((sum, count) => sum + count)).toBe(1_000)
  expect([watched.children > 0, watched.sockets]).toEqual([process.platform === 'linux', []])
  expect(watched.peakMegabytes).toBeLessThanOrEqual(CHILD_MEGABYTES_MAX)
  expect((await request(`${product.process.url}/healthz`)).body).toEqual({ status: 'ok' })
  expect(product.process.output()).not.toMatch(/"event":"(job\.dead|http\.failed)"/)
  expect(await product.process.end('SIGTERM')).toBe(0)
})
