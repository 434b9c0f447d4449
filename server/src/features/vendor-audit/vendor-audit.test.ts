import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { csv, importWhole } from '../../../tests/support/imports/imports.ts'
import {
  newMember,
  newVendor,
  PASSWORD,
  signIn,
  startProduct,
  type TestProduct,
} from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { newId } from '../../platform/ids.ts'
import { recordAction } from '../audit/record.ts'
import { recordForVendor } from '../audit/record-for-vendor.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let other: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  other = await newVendor(product, 'Bilal & Sons')
})

interface Entry {
  id: string
  at: string
  action: string
  actor: { type: string; id: string | null; name: string | null }
  subjectId: string
  email: string | null
  ip: string | null
  details: Record<string, unknown>
}
const read = async (query = '', token = vendor.token) => product.get(`/vendor/audit${query}`, { token })
const entries = async (query = '?pageSize=100'): Promise<Entry[]> => (await read(query)).body.data
const newest = async (action: string) => (await entries(`?action=${action}`))[0]
const me = () => ({ type: 'MEMBER', id: vendor.userId, name: vendor.email })

describe('what is recorded', () => {
  test('sign-ins, with device and address', async () => {
    await product.post(
      '/auth/login',
      { email: vendor.email, password: PASSWORD },
      { ip: '203.0.113.9', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0' } },
    )
    expect(await newest('SIGNED_IN')).toMatchObject({
      actor: me(),
      ip: '203.0.113.9',
      details: { device: expect.stringContaining('Firefox') },
    })
  })

  test('not failed sign-ins, because strangers could then write into the log', async () => {
    const before = (await read()).body.total
    expect((await signIn(product, vendor.email, 'not the password')).status).toBe(401)
    expect((await read()).body.total).toBe(before)
  })

  test('a changed password', async () => {
    const person = await newMember(product, vendor.token)
    const passwords = { currentPassword: PASSWORD, newPassword: 'eight quiet rivers' }
    expect((await product.post('/auth/change-password', passwords, { token: person.token })).status).toBe(200)
    expect(await newest('PASSWORD_CHANGED')).toMatchObject({ actor: { name: person.email } })
  })

  test('the team: role and removal, and removed members keep their name in the log', async () => {
    const person = await newMember(product, vendor.token)
    await product.patch(`/vendor/users/${person.userId}`, { role: 'ADMIN' }, { token: vendor.token })
    await product.patch(`/vendor/users/${person.userId}`, { role: 'ADMIN' }, { token: vendor.token })
    const changes = (await entries('?action=MEMBER_ROLE_CHANGED')).filter((one) => one.subjectId === person.userId)
    expect(changes).toMatchObject([{ actor: me(), details: { from: 'MEMBER', to: 'ADMIN' } }])
    const { id } = (await product.post('/vendor/api-keys', { name: 'theirs' }, { token: person.token })).body
    expect((await product.del(`/vendor/users/${person.userId}`, { token: vendor.token })).status).toBe(204)
    expect(await newest('MEMBER_REMOVED')).toMatchObject({ subjectId: person.userId, email: person.email })
    expect((await entries('?action=API_KEY_CREATED')).find((one) => one.subjectId === id)?.actor).toEqual({
      type: 'MEMBER',
      id: person.userId,
      name: person.email,
    })
  })

  test('API keys and what they do, under their name, also after they are deleted', async () => {
    const scopes = ['contacts:read', 'contacts:write']
    const { id, key } = (await product.post('/vendor/api-keys', { name: 'nightly', scopes }, { token: vendor.token }))
      .body
    expect(await newest('API_KEY_CREATED')).toMatchObject({
      actor: me(),
      subjectId: id,
      details: { name: 'nightly', scopes: 'contacts:read contacts:write', expiresAt: null },
    })
    const contact = (await product.post('/contacts', { mobile: '+919876543210', name: 'Asha' }, { token: key })).body
    expect((await product.get('/contacts/export', { token: key })).status).toBe(200)
    expect((await product.del(`/contacts/${contact.id}`, { token: key })).status).toBe(204)
    await product.del(`/vendor/api-keys/${id}`, { token: vendor.token })
    const byKey = { type: 'API_KEY', id, name: 'nightly' }
    expect(await newest('CONTACTS_EXPORTED')).toMatchObject({ actor: byKey })
    expect(await newest('CONTACT_DELETED')).toMatchObject({ actor: byKey, subjectId: contact.id, details: {} })
    expect(await newest('API_KEY_DELETED')).toMatchObject({ actor: me(), details: { name: 'nightly' } })
    expect((await entries(`?actor=${id}`)).map(({ action }) => action)).toEqual([
      'CONTACT_DELETED',
      'CONTACTS_EXPORTED',
    ])
  })

  test('settings by the names of the fields, lists and auto-replies', async () => {
    await product.patch('/vendor/me', { companyName: 'Secret & Co', timezone: 'Asia/Dubai' }, { token: vendor.token })
    expect(await newest('COMPANY_UPDATED')).toMatchObject({ actor: me(), details: { fields: 'companyName timezone' } })
    const list = (await product.post('/contact-lists', { name: 'Diwali' }, { token: vendor.token })).body
    await product.del(`/contact-lists/${list.id}`, { token: vendor.token })
    expect(await newest('LIST_DELETED')).toMatchObject({ subjectId: list.id })
    const rule = (await product.post('/auto-replies', { keyword: 'hours', reply: '9 to 5' }, { token: vendor.token }))
      .body
    await product.patch(`/auto-replies/${rule.id}`, { reply: '10 to 6' }, { token: vendor.token })
    await product.del(`/auto-replies/${rule.id}`, { token: vendor.token })
    const ofRule = (await entries()).filter(({ subjectId }) => subjectId === rule.id).map(({ action }) => action)
    expect(ofRule).toEqual(['AUTO_REPLY_DELETED', 'AUTO_REPLY_UPDATED', 'AUTO_REPLY_CREATED'])
  })

  test('imports that were confirmed or undone, and downloads of their failed rows', async () => {
    const file = csv(['Name', 'Phone'], ['Asha', '9876543210'], ['Bad', '12'])
    const { jobId } = await importWhole(product, file, { token: vendor.token })
    await product.get(`/contacts/import/${jobId}/reports/errors`, { token: vendor.token })
    expect((await product.post(`/contacts/import/${jobId}/undo`, undefined, { token: vendor.token })).status).toBe(202)
    const ofJob = (await entries()).filter(({ subjectId }) => subjectId === jobId).map(({ action }) => action)
    expect(ofJob).toEqual(['IMPORT_UNDONE', 'IMPORT_REPORT_EXPORTED', 'IMPORT_CONFIRMED'])
  })

  test('what operators did, as Harkara, without the operator and the reason; internal actions not at all', async () => {
    const vendorId = vendor.vendorId as VendorId
    const operatorId = newId<'account'>()
    const about = { operatorId, vendorId, subjectType: 'wallet', subjectId: 'w1', before: {}, after: {} }
    const details = { amountMinorUnit: 500, currency: 'INR', reason: 'a friend of mine', requestedBy: operatorId }
    await inTransaction(product.deps.db, async (tx) => {
      await recordAction(tx, { ...about, action: 'WALLET_CREDITED', details }, product.deps.clock.now())
      await recordAction(tx, { ...about, action: 'VENDOR_PRICING_SET', details }, product.deps.clock.now())
    })
    const ours = await entries('?actor=HARKARA')
    expect(ours).toMatchObject([
      {
        action: 'WALLET_CREDITED',
        actor: { type: 'HARKARA', id: null, name: 'Harkara' },
        details: { amountMinorUnit: 500, currency: 'INR' },
      },
    ])
    expect(JSON.stringify(ours)).not.toMatch(new RegExp(`friend|${operatorId}`))
  })

  test('nothing of an action that fails', async () => {
    const before = (await read()).body.total
    await product.del(`/contacts/${newId<'x'>()}`, { token: vendor.token })
    await product.del(`/vendor/api-keys/${newId<'x'>()}`, { token: vendor.token })
    await product.del(`/vendor/users/${vendor.userId}`, { token: vendor.token })
    expect((await read()).body.total).toBe(before)
  })

  test('no personal data in plain text, and entries can be neither changed nor deleted', async () => {
    const { rows } = await sql<{ dump: string }>`
      select string_agg(entry::text, E'\n') as dump from vendor_audit_entry entry`.execute(product.deps.db)
    for (const text of [vendor.email, '203.0.113.9', 'Asha', '9876543210', 'Secret'])
      expect(rows[0]?.dump).not.toContain(text)
    await expect(sql`delete from vendor_audit_entry`.execute(product.deps.db)).rejects.toThrow('append-only')
    await expect(sql`update vendor_audit_entry set details = '{}'`.execute(product.deps.db)).rejects.toThrow('append')
  })
})

describe('reading', () => {
  test('only administrators of the own vendor can', async () => {
    const member = await newMember(product, vendor.token)
    const key = (await product.post('/vendor/api-keys', { name: 'x' }, { token: vendor.token })).body.key
    for (const token of [member.token, key]) expect((await read('', token)).status).toBe(403)
    const foreign = (await read('?pageSize=100', other.token)).body.data as Entry[]
    expect(foreign.map(({ actor }) => actor.id)).toEqual([other.userId])
    expect((await read(`?actor=${vendor.userId}`, other.token)).body.total).toBe(0)
    const cursor = (await read('?pageSize=1')).body.nextCursor
    expect((await read(`?cursor=${cursor}`, other.token)).status).toBe(400)
  })

  test('newest first, in pages and by cursor, filtered by actor, action and time', async () => {
    const all = await entries()
    expect(all.map(({ id }) => id)).toEqual(
      all
        .map(({ id }) => id)
        .sort()
        .reverse(),
    )
    const walked: string[] = []
    for (let cursor = ''; ; ) {
      const { data, nextCursor, total } = (await read(`?pageSize=4${cursor}`)).body
      expect(total).toBe(all.length)
      walked.push(...data.map(({ id }: Entry) => id))
      if (!nextCursor) break
      cursor = `&cursor=${nextCursor}`
    }
    expect(walked).toEqual(all.map(({ id }) => id))
    await product.advance(3600)
    const token = (await product.post('/auth/refresh', { refreshToken: vendor.refreshToken })).body.accessToken
    vendor.token = token
    const later = product.deps.clock.now().toISOString()
    await product.post('/vendor/api-keys', { name: 'later' }, { token })
    expect((await entries(`?from=${later}`)).map(({ action }) => action)).toEqual(['API_KEY_CREATED'])
    expect((await read(`?to=${later}`)).body.total).toBe(all.length)
    expect((await read(`?actor=${vendor.userId}&action=API_KEY_CREATED&from=${later}`)).body.total).toBe(1)
    expect((await read('?from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z')).status).toBe(200)
    // A day begins at midnight in the vendor's time zone.
    for (const day of ['2026-11-14', '2026-11-15', '2026-11-16', '0000-01-01', '9999-12-31'])
      for (const side of ['from', 'to']) {
        const begun = encodeURIComponent(`${day}T00:00:00+05:30`)
        const [byDay, byTime] = [await read(`?${side}=${day}`), await read(`?${side}=${begun}`)]
        expect([byDay.status, byDay.body.total], `${side} ${day}`).toEqual([200, byTime.body.total])
      }
    for (const query of ['?actor=somebody', '?action=NOTHING', '?from=yesterday', '?to=2026-02-30', '?format=pdf'])
      expect((await read(query)).status, query).toBe(400)
  })

  test('as CSV that no spreadsheet runs, whole and filtered, and the export is recorded', async () => {
    const name = '=HYPERLINK("http://evil.example")'
    await inTransaction(product.deps.db, async (tx) => {
      const who = { vendorId: vendor.vendorId as VendorId, apiKey: { id: newId<'x'>() } }
      const created = { action: 'API_KEY_CREATED', subjectType: 'apiKey', subjectId: who.apiKey.id } as const
      await recordForVendor(tx, who, { ...created, details: { name } }, product.deps.clock.now())
    })
    const { status, body, headers } = await read('?format=csv&pageSize=1')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/)
    const [header, ...lines] = body.trimEnd().split('\r\n')
    expect(header).toBe('at,actorType,actor,action,subjectType,subjectId,email,ip,details')
    expect(lines).toHaveLength((await read()).body.total)
    expect(lines[0]).toContain('AUDIT_LOG_EXPORTED')
    expect(lines[1]).toContain(`,API_KEY,"'=HYPERLINK(""http://evil.example"")",API_KEY_CREATED,`)
    const filtered = (await read('?format=csv&action=SIGNED_IN')).body.trimEnd().split('\r\n')
    expect(filtered.slice(1).every((line: string) => line.includes(',SIGNED_IN,'))).toBe(true)
    expect(filtered.length).toBeGreaterThan(1)
  })
})
