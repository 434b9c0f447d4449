import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { launchNow, newSender, realTemplate } from '../../../tests/support/campaigns/campaigns.ts'
import { Canaries } from '../../../tests/support/canaries.ts'
import { ERASED } from '../../../tests/support/database/erased-tables.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { hashesOf, readEverything } from '../../../tests/support/full-dump.ts'
import { importWhole, upload, uploadToReview } from '../../../tests/support/imports/imports.ts'
import { FAULT_RUN_MS } from '../../../tests/support/limits.ts'
import { receiveMessage } from '../../../tests/support/messaging/inbound.ts'
import { sealedId } from '../../../tests/support/messaging/sealed-id.ts'
import { type RefundFixture, refundFixture } from '../../../tests/support/payments/refunds.ts'
import { chargingNobody } from '../../../tests/support/payments/subscriptions.ts'
import { newMember, newVendor, signIn, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { DataKeyDestroyed } from '../../platform/crypto/keyring.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { verifyLedger } from '../wallet/ledger/verify.ts'
import { destroyDataKey } from './destroy-data-key.ts'
import { eraseClosedVendors } from './sweep.ts'

const DAY = 86_400
const RETENTION_DAYS = 30

let product: TestProduct
let fixture: RefundFixture
beforeAll(async () => {
  product = await chargingNobody(await startProduct({ sandbox: true, env: { DISPATCH_RATE_PER_SECOND: '500' } }))
  fixture = refundFixture(product)
})

const vendorRow = (vendorId: string) =>
  product.deps.db
    .selectFrom('vendor')
    .selectAll()
    .where('id', '=', vendorId as VendorId)
    .executeTakeFirstOrThrow()

const untilErased = (vendorId: string) =>
  eventually(async () => {
    const row = await vendorRow(vendorId)
    expect(row.data_erased_at).not.toBeNull()
    return row
  }, 60_000)

async function closed(vendor: { token: string; vendorId: string }) {
  const { id } = await fixture.leave(vendor)
  await fixture.ends(id, 'REFUNDED')
}

describe('after a closed vendor is erased', () => {
  test(
    'a copy of the database and all files, read with every key, names no contact; the books are readable and verify',
    async () => {
      const canaries = new Canaries()
      const numbers: string[] = []
      const number = () => {
        const digits = `9198${Math.floor(10_000_000 + Math.random() * 80_000_000)}`
        canaries.register(digits.slice(2))
        numbers.push(digits)
        return digits
      }
      const person = () => ({
        name: canaries.make('name'),
        mobile: number(),
        attributes: { city: canaries.make('town') },
      })

      const people = Array.from({ length: 6 }, person)
      const sender = await newSender(product, { contacts: people, balanceMinorUnit: 100_000 })
      const { token, vendorId } = sender
      await fixture.recharge(sender, 60_000)
      await product.patch('/vendor/me', { legalName: 'Closing Traders', phone: '+914422334455' }, { token })
      const templateId = await realTemplate(product, token)
      const literal = canaries.make('offer')
      await product.sandbox.put('/control/provider', { failRate: 0.4, failCode: 131026 })
      const { campaignId } = await launchNow(product, sender, {
        templateId,
        variables: { '1': 'name', '2': { from: 'attributes.order', fallback: literal } },
      })
      await eventually(async () => {
        const { body } = await product.get(`/campaigns/${campaignId}`, sender)
        expect(body.billingClosedAt).toEqual(expect.any(String))
      }, 60_000)
      await product.sandbox.put('/control/provider', { failRate: 0 })

      const known = people[0] as (typeof people)[0]
      await product.post('/auto-replies', { keyword: 'price', reply: canaries.make('reply') }, { token })
      await receiveMessage(product, { from: known.mobile, text: `What is the price of ${canaries.make('wish')}?` })
      const { body: found } = await product.post('/contacts/search', { search: known.name }, { token })
      const headers = { 'idempotency-key': randomUUID() }
      const reply = { text: canaries.make('reply') }
      expect(
        (await product.post(`/conversations/${found.data[0].id}/messages`, reply, { token, headers })).status,
      ).toBe(201)
      await receiveMessage(product, { from: known.mobile, text: 'STOP' })
      await product.patch(`/contacts/${found.data[0].id}`, { name: canaries.make('name') }, { token })

      const row = () => `${canaries.make('name')},+${number()},${canaries.make('town')}`
      const file = ['Name,Phone,City', row(), row(), `${canaries.make('name')},12,x`].join('\n')
      const fields = { listName: canaries.make('list').slice(0, 20), labels: canaries.make('label') }
      await importWhole(product, file, { token, fileName: canaries.make('file', '.csv'), fields })
      await uploadToReview(product, `Name,Phone\n${row()}\n`, { token, fileName: canaries.make('file', '.csv') })
      const stuck = await upload(product, `Foo\n${canaries.make('cell')}\n`, { token, fields: { autoMap: 'false' } })
      expect(stuck.status).toBe(202)
      expect((await product.post('/contacts', person(), { token })).status).toBe(201)
      const quoted = { templateId, contactListId: sender.listId, variables: { '1': 'name', '2': { value: literal } } }
      await product.post('/quotations', quoted, { token })
      const { body: started } = await product.post('/vendor/export', undefined, { token })
      await eventually(async () => {
        const { body } = await product.get(`/vendor/export/${started.id}`, { token })
        expect(body.status).toBe('READY')
      }, 60_000)

      await eventually(async () => {
        const { body } = await product.get('/billing/exit-quote', { token })
        expect(body).toMatchObject({ obstacle: null, dataRetentionDays: RETENTION_DAYS })
      }, 60_000)
      const searched = new Set(await hashesOf(product, vendorId, [...numbers, ...numbers.map((one) => `+${one}`)]))
      const tracesIn = (contents: Map<string, string>) =>
        [...contents].flatMap(([place, text]) => [
          ...canaries.findIn(text).map((canary) => `${place}: ${canary}`),
          ...[...text.matchAll(/[0-9a-f]{64}/g)]
            .filter(([hash]) => searched.has(hash))
            .map(([hash]) => `${place}: hash ${hash}`),
        ])
      const before = new Set(tracesIn(await readEverything(product)).map((trace) => trace.replace(/:.*/, '')))
      // The search finds what is there.
      for (const table of [
        'contact',
        'contact_audit',
        'message',
        'inbound_message',
        'import_chunk',
        'opt_out',
        'campaign',
      ])
        expect([...before]).toContain(`public.${table}`)
      for (const table of ['webhook_inbox', 'idempotency_key', 'message_route', 'staged_contact', 'auto_reply'])
        expect([...before]).toContain(`public.${table}`)
      expect([...before].filter((place) => place.startsWith('files/imports')).length).toBeGreaterThan(0)

      await closed(sender)
      const { closed_at: closedAt } = await vendorRow(vendorId)
      // An answer to a message of a closed vendor belongs to nobody.
      const [answered] = await product.deps.db
        .selectFrom('message')
        .select('wamid')
        .where('campaign_id', '=', campaignId)
        .where('wamid', 'is not', null)
        .execute()
      const late = await receiveMessage(product, { from: '919000000077', contextId: answered?.wamid ?? '' })
      const [unassigned] = await product.deps.db
        .selectFrom('inbound_message')
        .select('vendor_id')
        .where('wamid', '=', await sealedId(product, late))
        .execute()
      expect(unassigned?.vendor_id).toBe(PLATFORM)
      await product.advance(RETENTION_DAYS * DAY - 60)
      await eraseClosedVendors(product.deps)
      expect(await vendorRow(vendorId)).toMatchObject({ data_destroyed_at: null })
      await product.advance(60)
      const erased = await untilErased(vendorId)
      expect(erased.data_destroyed_at?.getTime()).toBeGreaterThanOrEqual(
        (closedAt?.getTime() ?? 0) + RETENTION_DAYS * DAY * 1_000,
      )

      expect(tracesIn(await readEverything(product))).toEqual([])
      for (const table of ERASED) {
        const { rows } = await sql`select from ${sql.table(table)} where vendor_id = ${vendorId}`.execute(
          product.deps.db,
        )
        expect(rows, table).toHaveLength(0)
      }
      await expect(product.deps.keyring.of(product.deps.db, vendorId)).rejects.toThrow(DataKeyDestroyed)
      expect(await fixture.audit('VENDOR_DATA_DESTROYED', vendorId)).toMatchObject([
        { operatorId: null, details: { closedAt: closedAt?.toISOString(), retentionDays: RETENTION_DAYS } },
      ])

      expect(await verifyLedger(product.deps.db, vendorId)).toMatchObject({ ok: true })
      const who = { token: (await signIn(product, sender.email)).body.accessToken as string }
      const invoices = (await product.get('/billing/invoices', who)).body.data
      const recharge = invoices.find(({ type }: { type: string }) => type === 'WALLET_RECHARGE')
      expect((await product.get(`/billing/invoices/${recharge.id}`, who)).body).toMatchObject({
        totalMinorUnit: 60_000,
      })
      const notes = (await product.get('/billing/credit-notes', who)).body.data
      expect(notes.length).toBeGreaterThan(0)
      for (const path of [`invoices/${recharge.id}`, `credit-notes/${notes[0].id}`])
        expect((await product.get(`/billing/${path}/pdf`, who)).status).toBe(200)
      expect((await product.get('/billing/transactions', who)).body.total).toBeGreaterThan(4)
      expect((await product.get('/billing/final-statement', who)).body).toMatchObject({
        closedAt: closedAt?.toISOString(),
        dataDeletedAt: erased.data_destroyed_at?.toISOString(),
      })
      const operator = await fixture.operator()
      expect((await product.get(`/admin/vendors/${vendorId}`, operator)).status).toBe(200)

      // What arrives later belongs to nobody, and does not fail.
      await receiveMessage(product, { from: known.mobile, text: 'hello again' })
      const later = await product.deps.db.selectFrom('contact').select('id').where('vendor_id', '=', vendorId).execute()
      expect(later).toEqual([])
    },
    FAULT_RUN_MS,
  )

  test('books from before there were books keys stay readable, and the key is destroyed only when nobody seals books with it any more', async () => {
    const vendor = await newVendor(product)
    const vendorId = vendor.vendorId as VendorId
    const { db, keyring } = product.deps
    // A vendor of an earlier version: one key for everything.
    await db.deleteFrom('books_key').where('vendor_id', '=', vendorId).execute()
    await inTransaction(db, (tx) => keyring.renew(tx, vendorId))
    await fixture.recharge(vendor, 60_000)
    await product.patch('/vendor/me', { legalName: 'Earlier Traders' }, vendor)
    const [sealed] = await db.selectFrom('invoice').select('parties_cipher').where('vendor_id', '=', vendorId).execute()
    expect(sealed?.parties_cipher[0]).toBe(1)
    await closed(vendor)
    await product.advance(RETENTION_DAYS * DAY)

    expect(await destroyDataKey(product.deps, vendorId)).toBe(false)
    expect(await keyring.of(db, vendorId)).toBeDefined()
    await sql`update books_key set created_at = created_at - interval '301 s' where vendor_id = ${vendorId}`.execute(db)
    await untilErased(vendorId)
    const kept = await db.selectFrom('invoice').selectAll().where('vendor_id', '=', vendorId).executeTakeFirstOrThrow()
    expect([kept.parties_cipher[0], kept.pdf_file_key_cipher[0]]).toEqual([2, 2])
    const who = { token: (await signIn(product, vendor.email)).body.accessToken as string }
    const { body: invoice } = await product.get(`/billing/invoices/${kept.id}`, who)
    expect(invoice).toMatchObject({ totalMinorUnit: 60_000 })
    expect((await product.get(`/billing/invoices/${kept.id}/pdf`, who)).status).toBe(200)
    const operator = await fixture.operator()
    expect((await product.get(`/admin/vendors/${vendorId}`, operator)).body).toMatchObject({ status: 'CLOSED' })
  })

  test('a rotation that runs at the same time neither brings the key back nor fails', async () => {
    const vendor = await newVendor(product)
    const vendorId = vendor.vendorId as VendorId
    const { db, keyring } = product.deps
    await closed(vendor)
    await product.advance(RETENTION_DAYS * DAY)
    await Promise.all([
      ...Array.from({ length: 8 }, () => inTransaction(db, (tx) => keyring.renew(tx, vendorId))),
      ...Array.from({ length: 4 }, () => inTransaction(db, (tx) => keyring.rewrap(tx, vendorId))),
      destroyDataKey(product.deps, vendorId),
      destroyDataKey(product.deps, vendorId),
    ])
    await untilErased(vendorId)
    await inTransaction(db, (tx) => keyring.renew(tx, vendorId))
    expect(await db.selectFrom('data_key').selectAll().where('vendor_id', '=', vendorId).execute()).toEqual([])
    expect(await fixture.audit('VENDOR_DATA_DESTROYED', vendorId)).toHaveLength(1)
  })

  test('its members have no account any more and their addresses may register again; its administrators and other members keep theirs', async () => {
    const [leaving, staying] = [await newVendor(product), await newVendor(product)]
    const [gone, kept] = [await newMember(product, leaving.token), await newMember(product, staying.token)]
    await closed(leaving)
    await product.advance(RETENTION_DAYS * DAY)
    gone.token = (await signIn(product, gone.email)).body.accessToken
    await untilErased(leaving.vendorId)
    // The right to a route is read anew after five seconds.
    await eventually(async () => expect((await product.get('/auth/sessions', gone)).status).toBe(401), 15_000)
    expect((await signIn(product, gone.email)).status).toBe(401)
    const left = await hashesOf(product, leaving.vendorId as VendorId, [gone.email])
    const contents = [...(await readEverything(product))]
    const traces = contents.filter(([, text]) => text.includes(gone.email) || left.some((hash) => text.includes(hash)))
    expect(traces.map(([place]) => place)).toEqual([])
    for (const { email } of [leaving, kept]) expect((await signIn(product, email)).status).toBe(200)
    expect((await newMember(product, staying.token, 'MEMBER', gone.email)).userId).not.toBe(gone.userId)
  })

  test('other vendors keep their data, closed or not', async () => {
    const [leaving, later, staying] = [await newVendor(product), await newVendor(product), await newVendor(product)]
    const contact = { name: 'Asha', mobile: '919876500001' }
    for (const vendor of [leaving, later, staying])
      expect((await product.post('/contacts', contact, vendor)).status).toBe(201)
    await closed(leaving)
    await product.advance(DAY)
    later.token = (await signIn(product, later.email)).body.accessToken
    await closed(later)
    await product.advance((RETENTION_DAYS - 1) * DAY)
    await untilErased(leaving.vendorId)
    expect((await vendorRow(later.vendorId)).data_destroyed_at).toBeNull()
    for (const { vendorId } of [later, staying]) {
      const rows = await product.deps.db
        .selectFrom('contact')
        .select('id')
        .where('vendor_id', '=', vendorId as VendorId)
        .execute()
      expect(rows).toHaveLength(1)
    }
    const who = { token: (await signIn(product, staying.email)).body.accessToken as string }
    expect((await product.get('/contacts', who)).body.data).toMatchObject([contact])
  })
})
