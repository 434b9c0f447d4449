import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAll } from '../support/imports/hostile-imports.ts'
import { type ImportProcess, startImportProcess } from '../support/imports/import-process.ts'
import { filesUnder } from '../support/imports/stored-files.ts'
import { FAULT_RUN_MS } from '../support/limits.ts'
import { watchChildren } from '../support/processes/child-watch.ts'
import { newDataDir, request } from '../support/processes/process.ts'
import { hostileCsvs } from '../support/tables/hostile-csv.ts'
import { hostileWorkbooks } from '../support/tables/hostile-workbooks.ts'

const SEED = 20_261
const CHILD_MEGABYTES_MAX = 512

let product: ImportProcess
let elsewhere: string
beforeAll(async () => {
  elsewhere = await newDataDir()
  product = await startImportProcess({ TMPDIR: elsewhere, HOME: elsewhere })
})
afterAll(async () => {
  expect(await product.process.end('SIGTERM')).toBe(0)
})

/** Every other kind: all of them have their turn in the long run. */
function* half() {
  for (const [of, count] of [
    ['archives', 41],
    ['xml', 40],
    ['sheets', 20],
    ['names', 25],
  ] as const) {
    let i = 0
    for (const one of hostileWorkbooks(of, count, SEED)) if (i++ % 2 === 0) yield { ...one, what: `${of} ${one.what}` }
  }
  yield* hostileCsvs(25, SEED)
}

test(
  'hostile files end in a state that says why, each in a small process without a network, and nothing else happens',
  async () => {
    const outside = ['/etc/cron.d/x', '/x', '/tmp/x', 'C:/x'].filter((path) => !existsSync(path))
    const watched = watchChildren(product.process.child.pid ?? 0, 'table-reader/child')
    const ends = await endAll(product, half())
    await watched.stop()
    process.stdout.write(`hostile files: ${JSON.stringify(ends)}, readers: ${JSON.stringify(watched)}\n`)
    expect(Object.values(ends).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(60)
    expect([watched.children > 0, watched.sockets]).toEqual([process.platform === 'linux', []])
    expect(watched.peakMegabytes).toBeLessThanOrEqual(CHILD_MEGABYTES_MAX)
    expect(await filesUnder(elsewhere)).toEqual([])
    expect(outside.filter(existsSync)).toEqual([])
    expect((await request(`${product.process.url}/healthz`)).body).toEqual({ status: 'ok' })
    expect(product.process.output()).not.toMatch(/"event":"(job\.dead|http\.failed)"/)
  },
  FAULT_RUN_MS,
)
