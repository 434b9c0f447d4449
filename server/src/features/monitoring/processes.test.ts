import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { stopSending } from '../dispatch/provider/provider-state.ts'
import { keepReporting, listRunning } from './processes.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({ without: ['WORKER', 'OUTBOX'] })
})

const withSettings = (settings: Partial<Deps['config']>): Deps => ({
  ...product.deps,
  config: { ...product.deps.config, ...settings },
})
const differences = () =>
  product.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'processes.differ')

describe('processes', () => {
  test('report themselves while they run, and differences are logged once, without values', async () => {
    const first = await keepReporting(withSettings({ roles: ['WORKER'] }), '1.0.0')
    await eventually(async () => expect(await listRunning(product.deps.db)).toHaveLength(1), 10_000)
    const second = await keepReporting(withSettings({ roles: ['OUTBOX'], JWT_SECRET: 'another-secret' }), '1.0.0')
    await eventually(async () => expect(differences()).toHaveLength(1), 10_000)
    expect(differences()[0].problem).toMatch(/^JWT_SECRET is not the same everywhere: /)
    expect(product.logLines.join()).not.toContain('another-secret')
    expect(JSON.stringify(await listRunning(product.deps.db))).not.toContain('another-secret')
    await first.stop()
    await second.stop()
    expect(await listRunning(product.deps.db)).toEqual([])
  })
})

describe('the doctor', () => {
  const doctor = () =>
    new Promise<{ code: number; output: string; errors: string }>((resolve) => {
      const program = fileURLToPath(new URL('../../../dist/commands/doctor.js', import.meta.url))
      const { databaseUrl, deps } = product
      const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl, DATA_DIR: deps.config.dataDir }
      execFile(process.execPath, [program], { env }, (error, output, errors) =>
        resolve({ code: Number(error?.code ?? 0), output, errors }),
      )
    })

  test('finds nothing wrong where nothing is, and otherwise says what and what to do', async () => {
    const fine = await doctor()
    expect(fine).toMatchObject({ code: 0, errors: '' })
    expect(fine.output).toMatch(/^✓ settings/)
    expect(fine.output).toMatch(/\nNothing is wrong\.\n$/)

    const { db, log } = product.deps
    const lonely = await keepReporting(withSettings({ roles: ['WORKER'] }), '1.0.0')
    await inTransaction(db, (tx) => stopSending(tx, { log }, 190, new Date()))
    const ill = await doctor()
    await lonely.stop()
    expect(ill.code).toBe(1)
    expect(ill.output).toContain('✗ processes          No process runs OUTBOX.\n  → Start one with SERVICE_TYPE=OUTBOX')
    expect(ill.output).toMatch(/✗ sending {12}All sending is stopped since .*\n {2}→ See docs\/incidents\.md/)
    expect(ill.output).toMatch(/\n4 problems found\.\n$/)
  })
})

describe('the status page', () => {
  test('says to anybody what works, as a page and as JSON', async () => {
    const json = await product.get('/!/status')
    expect(json.status).toBe(200)
    expect(json.body).toMatchObject({
      state: 'STOPPED',
      parts: expect.arrayContaining([{ name: 'Payments', state: 'OPERATIONAL' }]),
    })
    const page = await product.get('/!/status', { headers: { accept: 'text/html' } })
    expect(page.headers['content-type']).toMatch('text/html')
    expect(page.body).toContain('<h1>Sending is stopped; messages wait and are sent later</h1>')
    expect(page.headers['content-security-policy']).toContain("style-src 'self'")
    expect((await product.get('/!/status.css')).status).toBe(200)
  })
})
