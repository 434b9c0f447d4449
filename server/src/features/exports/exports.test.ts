import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { launchNow, newSender, realTemplate } from '../../../tests/support/campaigns/campaigns.ts'
import { Canaries } from '../../../tests/support/canaries.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { filesUnder } from '../../../tests/support/imports/stored-files.ts'
import { receiveMessage } from '../../../tests/support/messaging/inbound.ts'
import { type RefundFixture, refundFixture } from '../../../tests/support/payments/refunds.ts'
import { chargingNobody } from '../../../tests/support/payments/subscriptions.ts'
import { newMember, newVendor, signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { unzip } from '../../../tests/support/tables/unzip.ts'
import type { VendorId } from '../../domain/ids.ts'
import { newId } from '../../platform/ids.ts'
import { verifyLedger } from '../wallet/ledger/verify.ts'
import { exportJobs } from './job-handlers.ts'
import { purgeExports } from './purge.ts'

const DAY = 86_400

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: '500' } }))
  fixture = refundFixture(product)
})

interface Who {
  token: string
}

const start = (who: Who, headers = {}) => product.post('/vendor/export', undefined, { ...who, headers })

const untilReady = (who: Who, id: string) =>
  eventually(async () => {
    const { body } = await product.get(`/vendor/export/${id}`, who)
    expect(body.status).toBe('READY')
    return body
  }, 60_000)

async function exported(who: Who) {
  const { status, body } = await start(who)
  expect(status, JSON.stringify(body)).toBe(202)
  return untilReady(who, body.id)
}

/** Over a real connection, because the stream must arrive whole. */
async function download(who: Who, id: string) {
  const response = await fetch(`${product.deps.publicUrl()}/api/v1/vendor/export/${id}/download`, {
    headers: { authorization: `Bearer ${who.token}` },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const zip = Buffer.from(await response.arrayBuffer())
  expect(zip.length).toBe(Number(response.headers.get('content-length')))
  return zip
}

async function filesOf(zip: Buffer) {
  const parts = await unzip(zip)
  if (!parts) throw new Error('not an archive')
  return new Map(parts.map(({ name, content }) => [name, content as Buffer]))
}

const lines = (text: Buffer | undefined) => String(text).trimEnd().split('\r\n')
const records = (text: Buffer | undefined) =>
  String(text)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('an export', () => {
  test('holds contacts, lists, campaigns, messages, ledger and invoices with their PDFs, and agrees with the API', async () => {
    const canaries = new Canaries()
    const person = (last: number, name: string) => ({
      name,
      mobile: `91987650${last}`,
      attributes: { city: canaries.make('town') },
    })
    const people = [
      person(2001, canaries.make('name')),
      person(2002, '=HYPERLINK("http://x")'),
      person(2003, 'Asha 🌺'),
    ]
    const sender = await newSender(product, { contacts: people, balanceMinorUnit: 50_000 })
    await fixture.recharge(sender, 60_000)
    const templateId = await realTemplate(product, sender.token)
    const variables = { '1': 'name', '2': { from: 'attributes.order', fallback: 'today' } }
    const { campaignId } = await launchNow(product, sender, { templateId, variables })
    await eventually(async () => {
      const { body } = await product.get(`/campaigns/${campaignId}`, sender)
      expect(body.billingClosedAt).toEqual(expect.any(String))
    }, 60_000)
    const words = canaries.make('wish')
    await receiveMessage(product, { from: '919876502001', text: words })

    const view = await exported(sender)
    expect(view).toMatchObject({
      progressPercent: 100,
      downloadUrl: `/api/v1/vendor/export/${view.id}/download`,
      requestedBy: expect.any(String),
    })
    expect(Date.parse(view.expiresAt) - Date.parse(view.readyAt)).toBe(7 * DAY * 1_000)
    const zip = await download(sender, view.id)
    expect(zip.length).toBe(view.fileBytes)
    const files = await filesOf(zip)

    expect(String(files.get('README.txt'))).toContain('Data of Asha Traders')
    expect(JSON.parse(String(files.get('company.json')))).toMatchObject({ companyName: 'Asha Traders' })
    const contacts = records(files.get('contacts.jsonl'))
    expect(contacts.map(({ mobile }) => mobile).sort()).toEqual(people.map(({ mobile }) => mobile).sort())
    const { body: listed } = await product.get('/contacts', sender)
    expect(contacts).toEqual(expect.arrayContaining(listed.data))
    expect(lines(files.get('contacts.csv'))).toHaveLength(4)
    expect(String(files.get('contacts.csv'))).toContain(`"'=HYPERLINK(""http://x"")"`)
    expect(lines(files.get('lists.csv'))).toHaveLength(2)
    expect(lines(files.get('list-members.csv'))).toHaveLength(4)
    expect(records(files.get('templates.jsonl')).map(({ id }) => id)).toContain(templateId)
    const { body: campaign } = await product.get(`/campaigns/${campaignId}`, sender)
    // People may read a message while its campaign is exported.
    expect(records(files.get('campaigns.jsonl'))).toEqual([{ ...campaign, readCount: expect.any(Number) }])
    expect(lines(files.get('campaigns.csv'))).toHaveLength(2)
    expect(lines(files.get(`messages/campaign-${campaignId}.csv`))).toHaveLength(4)
    expect(String(files.get('messages/conversations.csv'))).toContain(words)

    const ledger = lines(files.get('ledger.csv'))
    const verdict = await verifyLedger(product.deps.db, sender.vendorId)
    expect(ledger).toHaveLength(verdict.rows + 1)
    expect(ledger.at(-1)?.split(',').at(-1)).toBe(verdict.headHash)
    expect(JSON.parse(String(files.get('wallet.json')))).toEqual((await product.get('/wallet/balance', sender)).body)
    const { body: invoices } = await product.get('/billing/invoices', sender)
    expect(lines(files.get('invoices.csv'))).toHaveLength(invoices.total + 1)
    for (const { invoiceNumber } of invoices.data) {
      const pdf = files.get(`invoices/${invoiceNumber.replaceAll('/', '-')}.pdf`)
      expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
    }

    // Encrypted at rest, and recorded.
    const { dataDir } = product.deps.config
    const stored = (await filesUnder(dataDir)).filter((path) => path.includes('exports/'))
    expect(stored).toHaveLength(1)
    for (const path of stored) {
      expect((await readFile(join(dataDir, path))).includes(Buffer.from('PK\u0003\u0004'))).toBe(false)
    }
    const { body: log } = await product.get('/vendor/audit', { token: sender.token })
    const entries: { action: string; subjectId: string }[] = log.data
    expect(entries.filter(({ subjectId }) => subjectId === view.id).map(({ action }) => action)).toEqual([
      'VENDOR_EXPORT_DOWNLOADED',
      'VENDOR_EXPORT_REQUESTED',
    ])
    await eventually(() => {
      const subjects = product.mailbox.to(sender.email).map(({ subject }) => subject)
      expect(subjects.filter((subject) => subject === 'Your export is ready')).toHaveLength(1)
    }, 15_000)
  })

  test('can be downloaded for seven days and not a second longer; then its file is deleted', async () => {
    const vendor = await newVendor(product)
    const { id } = await exported(vendor)
    await product.advance(7 * DAY - 60)
    vendor.token = (await signIn(product, vendor.email)).body.accessToken
    await download(vendor, id)
    await product.advance(60)
    expect((await product.get(`/vendor/export/${id}`, vendor)).body).toMatchObject({
      status: 'EXPIRED',
      downloadUrl: null,
    })
    expect(await product.get(`/vendor/export/${id}/download`, vendor)).toMatchObject({
      status: 410,
      body: { code: 'EXPORT_EXPIRED' },
    })
    await purgeExports(product.deps)
    expect((await filesUnder(product.deps.config.dataDir)).filter((path) => path.includes(id))).toEqual([])
    expect((await start(vendor)).status).toBe(202)
  })

  test('runs once at a time for a vendor, however many are requested at once', async () => {
    const vendor = await newVendor(product)
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => start(vendor)),
      ...Array.from({ length: 3 }, () => start(vendor, key)),
    ])
    const begun = new Set(answers.filter(({ status }) => status === 202).map(({ body }) => body.id))
    expect(begun.size).toBeGreaterThan(0)
    const { body } = await product.get('/vendor/export', vendor)
    expect(new Set(body.data.map(({ id }: { id: string }) => id))).toEqual(begun)
    for (const { status, body: refusal } of answers)
      if (status !== 202)
        expect([refusal.code]).toEqual([expect.stringMatching(/EXPORT_IN_PROGRESS|IDEMPOTENCY_IN_FLIGHT/)])
    const refused = answers.find(({ body: refusal }) => refusal.code === 'EXPORT_IN_PROGRESS')
    expect(begun).toContain(refused?.body.exportId)
    for (const id of begun) await untilReady(vendor, id)
  })

  test('is for administrators only, and for those of its own vendor', async () => {
    const [vendor, other] = [await newVendor(product), await newVendor(product)]
    const member = await newMember(product, vendor.token, 'MEMBER')
    expect((await start(member)).status).toBe(403)
    const { id } = await exported(vendor)
    for (const path of ['', `/${id}`, `/${id}/download`])
      expect((await product.get(`/vendor/export${path}`, member)).status).toBe(403)
    for (const path of [`/${id}`, `/${id}/download`])
      expect((await product.get(`/vendor/export${path}`, other)).status).toBe(404)
    expect((await product.get('/vendor/export', other)).body.data).toEqual([])
  })

  test('of a closed account works until its data is deleted, and ends with it', async () => {
    const vendor = await newVendor(product)
    await product.post('/contacts', { name: 'Asha', mobile: '919876502999' }, vendor)
    const early = await exported(vendor)
    const { id } = await fixture.leave(vendor)
    await fixture.ends(id, 'REFUNDED')
    await download(vendor, early.id)
    await product.advance(27 * DAY)
    vendor.token = (await signIn(product, vendor.email)).body.accessToken
    const late = await exported(vendor)
    const statement = (await product.get('/billing/final-statement', vendor)).body
    expect(late.expiresAt).toBe(statement.dataKeptUntil)
    expect(records((await filesOf(await download(vendor, late.id))).get('contacts.jsonl'))).toHaveLength(1)
    await product.advance(3 * DAY)
    await eventually(async () => {
      const { data_erased_at } = await product.deps.db
        .selectFrom('vendor')
        .select('data_erased_at')
        .where('id', '=', vendor.vendorId as VendorId)
        .executeTakeFirstOrThrow()
      expect(data_erased_at).not.toBeNull()
    }, 60_000)
    vendor.token = (await signIn(product, vendor.email)).body.accessToken
    expect(await start(vendor)).toMatchObject({ status: 403, body: { code: 'VENDOR_CLOSED' } })
    expect((await product.get(`/vendor/export/${late.id}/download`, vendor)).status).toBe(404)
    expect((await filesUnder(product.deps.config.dataDir)).filter((path) => path.includes(vendor.vendorId))).toEqual([])
  })

  test('whose vendor is erased while it is written leaves no file, and one that fails for good says so', async () => {
    const vendor = await newVendor(product)
    const vendorId = vendor.vendorId as VendorId
    const { id } = await exported(vendor)
    const { db } = product.deps
    const run = exportJobs.makeExport as Exclude<typeof exportJobs.makeExport, (...args: never[]) => unknown>
    const files = { ...product.deps.files }
    const erasing = {
      ...product.deps,
      files: {
        ...files,
        put: async (...args: Parameters<typeof files.put>) => {
          const written = await product.deps.files.put(...args)
          await db.deleteFrom('vendor_export').where('id', '=', id).execute()
          return written
        },
        remove: (key: string) => product.deps.files.remove(key),
      } as typeof product.deps.files,
    }
    await db
      .updateTable('vendor_export')
      .set({ status: 'RUNNING', ready_at: null, expires_at: null, file_bytes: null })
      .where('id', '=', id)
      .execute()
    await run.run(erasing, vendorId, { exportId: id })
    expect((await filesUnder(product.deps.config.dataDir)).filter((path) => path.includes(id))).toEqual([])

    const [failed, key] = [newId<'export'>(), Buffer.alloc(32)]
    const row = {
      vendor_id: vendorId,
      id: failed,
      storage_key: 'exports/none',
      file_key_cipher: key,
      requested_by: null,
    }
    await db
      .insertInto('vendor_export')
      .values({ ...row, requested_at: product.deps.clock.now() })
      .execute()
    for (let i = 0; i < 2; i++) await run.givenUp(product.deps, vendorId, { exportId: failed })
    expect((await product.get(`/vendor/export/${failed}`, vendor)).body).toMatchObject({
      status: 'FAILED',
      expiresAt: null,
    })
    expect(await product.get(`/vendor/export/${failed}/download`, vendor)).toMatchObject({ status: 409 })
    const { body: notices } = await product.get('/notifications', vendor)
    expect(notices.data.filter(({ kind }: { kind: string }) => kind === 'EXPORT_FAILED')).toHaveLength(1)
    await exported(vendor)
  })
})
