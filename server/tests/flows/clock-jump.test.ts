import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/domain/durations.ts'
import { expanded, launchNow, newSender } from '../support/campaigns/campaigns.ts'
import { createTestDatabase } from '../support/database/database.ts'
import { eventually } from '../support/eventually.ts'
import { importWhole } from '../support/imports/imports.ts'
import { knownAtProvider } from '../support/messaging/dispatch.ts'
import { assertSentOnce, startDispatchProcess } from '../support/messaging/dispatch-processes.ts'
import { newDataDir, spawnProduct } from '../support/processes/process.ts'
import { childBundle } from '../support/processes/programs.ts'
import { newEmail, startProduct } from '../support/product.ts'

const withClock = (jumpMs: number, at: string) => ({
  NODE_OPTIONS: `--import=${pathToFileURL(childBundle('jumping-clock')).href}`,
  JUMP_MS: String(jumpMs),
  JUMP_AT: at,
})

test.each([
  ['forward', DAY_MS, 'ahead of'],
  ['back', -DAY_MS, 'behind'],
] as const)(
  'a worker whose clock is set a day %s does everything once and at the right time, and is named',
  async (_where, jumpMs, side) => {
    const product = await startProduct({ sandbox: true })
    const worker = await startDispatchProcess(product, {
      ...withClock(jumpMs, 'SIGUSR2'),
      DATA_DIR: product.deps.config.DATA_DIR,
    })
    const sender = await newSender(product, { contacts: 30 })
    await knownAtProvider(product, sender.templateId)
    const { token } = sender
    worker.child.kill('SIGUSR2')
    await eventually(() => expect(worker.child.output()).toContain('the clock was set'), 20_000)

    const invited = newEmail()
    expect((await product.post('/vendor/users', { email: invited, role: 'MEMBER' }, { token })).status).toBe(201)
    const { jobId } = await importWhole(product, 'name,phone\nAsha,+919876543210\n', { token })
    const { campaignId } = await launchNow(product, sender)
    await expanded(product, campaignId)
    await assertSentOnce(product, { vendorId: sender.vendorId, campaignId }, { recipients: 30, lostMax: 0 })
    await eventually(() => expect(worker.child.output()).toContain(`86400 s ${side} the database's`), 60_000)

    expect(product.mailbox.to(invited)).toHaveLength(1)
    const written = [
      ...(await product.deps.db.selectFrom('message').select(['sent_at as at']).execute()),
      ...(await product.deps.db.selectFrom('import_job').select('ended_at as at').where('id', '=', jobId).execute()),
    ]
    expect(written).toHaveLength(31)
    for (const { at } of written) expect(Math.abs(Number(at) - Date.now())).toBeLessThan(HOUR_MS)
    await worker.end('SIGTERM')
  },
)

test('a process whose clock is wrong from the start says so in one line and does not start', async () => {
  const env = { DATABASE_URL: await createTestDatabase(), DATA_DIR: await newDataDir(), PORT: '0', SANDBOX_PORT: '0' }
  const child = spawnProduct({ ...env, LOG_LEVEL: 'silent', ...withClock(DAY_MS, 'the start') })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(child.output().trim().split('\n')).toEqual([expect.stringContaining('The clock of this machine is')])
})
