import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { newTempDir } from '../../../tests/support/services/temp-dir.ts'
import { diskFileStore } from '../../adapters/file-store/disk.ts'
import { processMismatches, type RunningProcess } from '../../domain/processes.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { stopSending } from '../dispatch/provider/provider-state.ts'
import { upsertProcess } from './cross-vendor.sql.ts'
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
    const other = { JWT_SECRET: 'another-secret', PROVIDER_APP_SECRET: 'another-secret', REDIS_URL: 'redis://another' }
    const second = await keepReporting(withSettings({ roles: ['OUTBOX'], ...other }), '1.1.0')
    await eventually(async () => expect(differences()).toHaveLength(4), 10_000)
    expect(differences().map(({ problem }) => problem.split(':')[0])).toEqual([
      'JWT_SECRET differs between processes',
      'PROVIDER_APP_SECRET differs between processes',
      'REDIS_URL differs between processes',
      'Several versions are running',
    ])
    expect(product.logLines.join()).not.toContain('another-secret')
    expect(JSON.stringify(await listRunning(product.deps.db))).not.toContain('another-secret')
    const rows = await product.deps.db.selectFrom('running_process').select('reads_sealed_ids').execute()
    expect(rows).toEqual([{ reads_sealed_ids: true }, { reads_sealed_ids: true }])
    await first.stop()
    await second.stop()
    expect(await listRunning(product.deps.db)).toEqual([])
  })
})

test('processes whose files are on two disks are told, those that share a folder are not', async () => {
  const files = diskFileStore(await newTempDir('files'))
  const own = () => keepReporting(withSettings({ roles: ['API_GATEWAY'] }), '1.0.0')
  const elsewhere = { ...withSettings({ roles: ['WORKER'] }), files }
  const problems = async () => processMismatches(await listRunning(product.deps.db))
  const [first, second] = [await own(), await own()]
  await eventually(async () => expect(await listRunning(product.deps.db)).toHaveLength(2), 10_000)
  expect(await problems()).toEqual([])
  const third = await keepReporting(elsewhere, '1.0.0')
  await eventually(
    async () => expect(await problems()).toEqual([expect.stringMatching(/^Files are on several disks: .*S3_ENDPOINT/)]),
    10_000,
  )
  for (const one of [first, second, third]) await one.stop()
})

test('values of settings cannot be guessed from the database without a key', async () => {
  const settingsOf = async (deps: Deps) => {
    const reporting = await keepReporting(deps, '1.0.0')
    const [running] = await eventually(async () => {
      const all = await listRunning(product.deps.db)
      expect(all).toHaveLength(1)
      return all
    }, 10_000)
    await reporting.stop()
    return running?.settings ?? {}
  }
  const own = await settingsOf(product.deps)
  const other = await settingsOf(withSettings({ blindIndexKeys: [Buffer.alloc(32, 'another key')] }))
  expect(Object.keys(own)).toEqual(Object.keys(other))
  for (const [name, hash] of Object.entries(own)) expect(other[name], name).not.toBe(hash)
})

describe('the doctor', () => {
  test('finds nothing wrong where nothing is, and otherwise says what and what to do', async () => {
    const fine = await doctor()
    expect(fine).toMatchObject({ code: 0, errors: '' })
    expect(fine.output).toMatch(/^✓ settings/)
    expect(fine.output).toMatch(/\nNo problems found\.\n$/)

    const { db, log } = product.deps
    const lonely = await keepReporting(withSettings({ roles: ['WORKER'] }), '1.0.0')
    const [reported] = await eventually(async () => {
      const running = await listRunning(db)
      expect(running).toHaveLength(1)
      return running
    }, 10_000)
    const skewed = { ...(reported as RunningProcess), roles: ['API_GATEWAY' as const], host: 'b', clockAheadMs: 31_000 }
    await inTransaction(db, async (tx) => {
      await stopSending(tx, { log }, 190, new Date())
      await upsertProcess(tx, newId(), skewed, new Date())
    })
    const ill = await doctor()
    await lonely.stop()
    expect(ill.code).toBe(1)
    expect(ill.output).toContain('✗ processes          No process runs OUTBOX.\n  → Start one with SERVICE_TYPE=OUTBOX')
    expect(ill.output).toContain("The clock of API_GATEWAY on b is 31 s ahead of the database's.")
    expect(ill.output).toMatch(/✗ sending {12}All sending is stopped since .*\n {2}→ See docs\/incidents\.md/)
    expect(ill.output).toMatch(/\n4 problems found\.\n$/)
  })
})

describe('a service that is away', () => {
  const S3 = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret-of-the-store' }
  test.each<{ what: string; settings: Record<string, string> }>([
    { what: 'queue', settings: { REDIS_URL: 'redis://:secret-of-redis@127.0.0.1:1' } },
    { what: 'file store', settings: { S3_ENDPOINT: 'http://127.0.0.1:1', ...S3 } },
    { what: 'virus scanner', settings: { CLAMD_URL: 'tcp://127.0.0.1:1' } },
    { what: 'mail server', settings: { SMTP_URL: 'smtp://user:secret-of-mail@127.0.0.1:1' } },
  ])('$what: the doctor names its setting and checks everything else', async ({ what, settings }) => {
    const { code, output, errors } = await doctor(settings)
    expect({ code, errors }).toEqual({ code: 1, errors: '' })
    const [setting = ''] = Object.keys(settings)
    expect(output).toMatch(
      new RegExp(`^✗ ${what} .*(ECONNREFUSED|ESOCKET).*\n  → Check ${setting} and that the service`, 'm'),
    )
    expect(output.match(/^✗ (queue|file store|virus scanner|mail server)/gm)).toHaveLength(1)
    for (const checked of ['database', 'clock', 'blind index', 'processes', 'books'])
      expect(output).toMatch(new RegExp(`^[✓✗] ${checked} `, 'm'))
    expect(output).not.toContain('secret')
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
    expect(page.body).toContain('<h1>Sending is paused. Queued messages will be sent later.</h1>')
    expect(page.headers['content-security-policy']).toContain("style-src 'self'")
    expect((await product.get('/!/status.css')).status).toBe(200)
  })
})

const doctor = (settings: Record<string, string> = {}) =>
  new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    const program = fileURLToPath(new URL('../../../dist/commands/doctor.js', import.meta.url))
    const { databaseUrl, deps } = product
    const env = {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      DATA_DIR: deps.config.dataDir,
      ...settings,
    }
    execFile(process.execPath, [program], { env }, (error, output, errors) =>
      resolve({ code: Number(error?.code ?? 0), output, errors }),
    )
  })
