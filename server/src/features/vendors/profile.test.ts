import { beforeAll, describe, expect, test } from 'vitest'
import { WRITTEN_PROFILES } from '../../../tests/support/money/written-profiles.ts'
import { newMember, newVendor, startProduct, type TestProduct } from '../../../tests/support/product.ts'
import type { VendorId } from '../../domain/ids.ts'

let product: TestProduct
let vendor: Awaited<ReturnType<typeof newVendor>>
let other: Awaited<ReturnType<typeof newVendor>>
beforeAll(async () => {
  product = await startProduct()
  vendor = await newVendor(product)
  other = await newVendor(product, 'Bilal & Sons')
})

const read = async (who: { token: string } = vendor) => (await product.get('/vendor/me', { token: who.token })).body
const change = (patch: unknown, who: { token: string } = vendor) =>
  product.patch('/vendor/me', patch, { token: who.token })
const rowOf = (table: 'vendor' | 'wallet', vendorId: string) =>
  product.deps.db
    .selectFrom(table)
    .selectAll()
    .where(table === 'vendor' ? 'vendor.id' : 'wallet.vendor_id', '=', vendorId as VendorId)
    .executeTakeFirstOrThrow()

const ADDRESS = {
  line1: '14 Lotus Lane',
  line2: 'Second floor',
  city: 'Pune',
  state: 'Maharashtra',
  stateCode: '27',
  postalCode: '411001',
  country: 'IN',
}
const EVERYTHING = {
  companyName: 'Asha Exports',
  legalName: 'Asha Exports Private Limited',
  gstin: '27AAPFU0939F1ZV',
  address: ADDRESS,
  country: 'AE',
  // Set before the currency, which a default threshold would follow.
  lowBalanceThreshold: 75_000,
  currency: 'AED',
  timezone: 'Asia/Dubai',
  phone: '+91 98200 12345',
  billingEmail: 'bills@asha.example',
}

describe('the company profile', () => {
  test('starts in India with empty billing details', async () => {
    expect(await read(other)).toEqual({
      id: other.vendorId,
      companyName: 'Bilal & Sons',
      legalName: null,
      gstin: null,
      address: null,
      country: 'IN',
      currency: 'INR',
      timezone: 'Asia/Kolkata',
      phone: null,
      billingEmail: null,
      lowBalanceThreshold: 20_000,
      mfaRequired: false,
      status: 'ACTIVE',
      suspension: null,
      messagingEnabled: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
  })

  test('every field can be changed on its own, and is returned as it was given', async () => {
    await change({ address: ADDRESS })
    for (const [field, value] of Object.entries(EVERYTHING)) {
      const before = await read()
      const answer = await change({ [field]: value })
      expect(answer, field).toMatchObject({ status: 200, body: { ...before, [field]: value } })
      expect(await read()).toEqual(answer.body)
    }
    expect(await read()).toMatchObject(EVERYTHING)
  })

  test('an empty change changes nothing', async () => {
    const { body: before } = await change(EVERYTHING)
    expect(await change({})).toMatchObject({ status: 200, body: before })
  })

  test('null clears optional fields only', async () => {
    await change(EVERYTHING)
    const emptied = { legalName: null, gstin: null, address: null, phone: null, billingEmail: null }
    expect(await change(emptied)).toMatchObject({ status: 200, body: { ...EVERYTHING, ...emptied } })
    for (const field of ['companyName', 'country', 'currency', 'timezone', 'lowBalanceThreshold'])
      expect(await change({ [field]: null }), field).toMatchObject({ status: 400, body: { errors: [{ path: field }] } })
  })

  test('only the first line of the address is required; the rest is returned as null', async () => {
    const { body } = await change({ gstin: null, address: { line1: '1 Short Street' } })
    const rest = { line2: null, city: null, state: null, stateCode: null, postalCode: null, country: null }
    expect(body.address).toEqual({ line1: '1 Short Street', ...rest })
  })

  test('the state of a GSTIN is shown without an address, and what is shown can be sent back', async () => {
    await change({ gstin: null, address: null })
    const nothing = { line1: null, line2: null, city: null, postalCode: null, country: null }
    const shown = { ...nothing, state: 'Maharashtra', stateCode: '27' }
    expect((await change({ gstin: EVERYTHING.gstin })).body.address).toEqual(shown)
    expect(await change({ address: shown })).toMatchObject({ status: 200, body: { address: shown } })
    const errors = [{ path: 'address.line1', message: 'is required' }]
    for (const part of [{ city: 'Pune' }, { postalCode: '411001' }])
      expect(await change({ address: { ...shown, ...part } })).toMatchObject({ status: 400, body: { errors } })
    expect((await change({ gstin: null })).body.address).toBeNull()
    expect(await change({ address: shown })).toMatchObject({ status: 400, body: { errors } })
    expect((await change({ gstin: EVERYTHING.gstin, address: shown })).body.address).toEqual(shown)
  })

  test('two concurrent changes are both kept', async () => {
    for (let round = 0; round < 5; round++) {
      const [legalName, phone] = [`Asha ${round} Limited`, `+91 98200 0000${round}`]
      const answers = await Promise.all([change({ legalName }), change({ phone })])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await read()).toMatchObject({ legalName, phone })
    }
  })

  test('a change does not affect another vendor', async () => {
    const before = await read(other)
    await change(EVERYTHING)
    expect(await read(other)).toEqual(before)
  })

  test('a member may read it but not change it', async () => {
    const member = await newMember(product, vendor.token)
    const before = await read()
    expect(await read(member)).toEqual(before)
    expect(await change({ companyName: 'Mine now' }, member)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect(await read()).toEqual(before)
  })
})

describe('invalid values', () => {
  test.each([
    ['companyName', ['', '   ', 'x'.repeat(201), 7, [], 'A\nB', 'A\u0000B']],
    ['legalName', ['', 'x'.repeat(201), true, 'A\u0000B']],
    ['gstin', ['', '27AAPFU0939F1ZX', '98AAPFU0939F1ZV', '29AAGCB7383J1Z', 27, '27AAPFU0939F1ZVV']],
    ['address', ['Pune', [], {}, { line1: '' }, { ...ADDRESS, zip: '1' }, { ...ADDRESS, country: 'India' }]],
    ['country', ['', 'in', 'IND', 'ZZ', 'QQ', 91]],
    ['currency', ['', 'inr', 'XXX', 'INR ', 1]],
    ['timezone', ['', 'Mars/Base', '+05:30', 'IST ', 5.5]],
    ['phone', ['', 'call me', '12345', `+${'1'.repeat(30)}`, 919820012345]],
    ['billingEmail', ['', 'no-at', 'a@b', `${'x'.repeat(250)}@example.com`, {}]],
    ['lowBalanceThreshold', [-1, 1.5, '100', '1e3', 2 ** 53, 1e15, [100], { $gt: 0 }, true]],
  ])('an invalid %s is refused; the error names the field but not the value', async (field, values) => {
    const before = await read()
    for (const value of values) {
      const answer = await change({ [field]: value })
      expect(answer, JSON.stringify(value)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
      expect(answer.body.errors[0].path.split('.')[0]).toBe(field)
      if (typeof value === 'string' && value.trim().length > 5) expect(JSON.stringify(answer.body)).not.toContain(value)
    }
    expect(await read()).toEqual(before)
  })

  test.each(['id', 'status', 'messagingEnabled', 'createdAt', 'currencyFixed', 'balanceMinorUnit', 'vendorId', 'plan'])(
    'the field %s is refused, because it cannot be set here',
    async (field) => {
      const answer = await change({ companyName: 'Changed', [field]: 1 })
      const errors = [{ path: field, message: 'is not a field of this request' }]
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', errors } })
      expect((await read()).companyName).not.toBe('Changed')
    },
  )
})

describe('what is printed on invoices', () => {
  const REFUSED = ['Asha 😀', '🇮🇳', 'Asha \u{e000}', '\u{10ffff}', '\u0378', 'ᠮᠣᠩᠭᠣᠯ']

  test('may be in any script that our documents support', async () => {
    for (const [script, { legalName, companyName, address }] of Object.entries(WRITTEN_PROFILES)) {
      const profile = { legalName, companyName, address, gstin: null }
      const { status, body } = await change(profile)
      expect(status, script).toBe(200)
      for (const text of ['legalName', 'companyName'] as const)
        expect(body[text].normalize('NFC'), script).toBe(profile[text].normalize('NFC'))
    }
  })

  test('is refused in every such field when no font has a character, and the error says why', async () => {
    const before = await read()
    for (const text of REFUSED) {
      const fields = ['line1', 'line2', 'city', 'state'].map((field) => ({
        address: { line1: '1 Road', [field]: text },
      }))
      for (const patch of [{ companyName: text }, { legalName: text }, ...fields]) {
        const answer = await change(patch)
        expect(answer, JSON.stringify(patch)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
        expect(answer.body.errors[0].message).toMatch(/invoices cannot print/)
        expect(JSON.stringify(answer.body)).not.toContain('Asha')
      }
    }
    expect(await read()).toEqual(before)
    const register = { email: 'emoji@example.com', password: 'seven quiet rivers', companyName: 'Asha 😀' }
    expect((await product.post('/auth/register', register)).status).toBe(400)
  })

  test('is stored without invisible characters, except joiners, and must not consist of them', async () => {
    const { body } = await change({ companyName: '\u200eAsha\u00ad \u3164Traders\ufeff', legalName: 'क्\u200dष' })
    expect(body).toMatchObject({ companyName: 'Asha Traders', legalName: 'क्\u200dष' })
    expect((await change({ companyName: '\u200b\u2060\u3164' })).status).toBe(400)
  })

  test('from before the rule can be read, and other fields can be changed beside it', async () => {
    const early = await newVendor(product)
    await change({ legalName: 'Asha Limited', address: { line1: '1 Road' } }, early)
    const { db, keyring } = product.deps
    const cipher = await keyring.of(db, early.vendorId as VendorId)
    const details = { legalName: 'Asha 😀', address: { line1: '🏠 1 Road' } }
    await db
      .updateTable('vendor')
      .set({ details_cipher: cipher.seal('vendor.details', JSON.stringify(details)) })
      .where('id', '=', early.vendorId as VendorId)
      .execute()
    expect(await read(early)).toMatchObject({ legalName: 'Asha 😀' })
    expect(await change({ phone: '+91 98200 12345' }, early)).toMatchObject({ status: 200, body: details })
  })
})

describe('the state of a registered company', () => {
  test('follows from its tax number, whatever the address says', async () => {
    const { body } = await change({ gstin: '29AAGCB7383J1Z4', address: { ...ADDRESS, state: 'Goa', stateCode: '30' } })
    expect(body.address).toMatchObject({ state: 'Karnataka', stateCode: '29' })
  })

  test('follows also when the tax number comes after the address, in any case and with spaces around it', async () => {
    await change({ gstin: null, address: { ...ADDRESS, state: 'Goa', stateCode: '30' } })
    const { body } = await change({ gstin: ' 27aapfu0939f1zv ' })
    expect(body).toMatchObject({ gstin: '27AAPFU0939F1ZV', address: { state: 'Maharashtra', stateCode: '27' } })
  })

  test('can be chosen without a tax number', async () => {
    const { body } = await change({ gstin: null, address: { ...ADDRESS, state: 'Goa', stateCode: '30' } })
    expect(body.address).toMatchObject({ state: 'Goa', stateCode: '30' })
  })
})

describe('the currency', () => {
  test('can be changed, and the wallet and its threshold follow', async () => {
    await change({ currency: 'USD', lowBalanceThreshold: 1_234 })
    const wallet = { currency: 'USD', low_balance_threshold: 1_234n, balance_minor_unit: 0n }
    expect(await rowOf('wallet', vendor.vendorId)).toMatchObject(wallet)
    expect(await rowOf('wallet', other.vendorId)).toMatchObject({ currency: 'INR', low_balance_threshold: 20_000n })
    await change({ currency: 'EUR' })
    expect(await rowOf('wallet', vendor.vendorId)).toMatchObject({ currency: 'EUR', low_balance_threshold: 1_234n })
  })

  test('converts a default threshold by its value in rupees, rounded up, in both directions', async () => {
    const fresh = await newVendor(product)
    // 200 rupees at 83.33 a dollar are 2.4001 dollars.
    for (const [currency, lowBalanceThreshold] of Object.entries({
      USD: 241,
      AED: 882,
      JPY: 359,
      KWD: 739,
      INR: 20_000,
    }))
      expect((await change({ currency }, fresh)).body).toMatchObject({ currency, lowBalanceThreshold })
    expect((await change({ currency: 'USD', lowBalanceThreshold: 9 }, fresh)).body.lowBalanceThreshold).toBe(9)
    expect((await change({ currency: 'INR' }, fresh)).body.lowBalanceThreshold).toBe(9)
  })

  test('is fixed by the first order: then only the same one is accepted, and a refusal changes nothing else', async () => {
    const fixed = await newVendor(product)
    await product.deps.db
      .updateTable('vendor')
      .set({ currency_fixed: true })
      .where('id', '=', fixed.vendorId as VendorId)
      .execute()
    const refused = await change({ currency: 'USD', companyName: 'Changed' }, fixed)
    expect(refused).toMatchObject({ status: 409, body: { code: 'CURRENCY_FIXED' } })
    expect(await read(fixed)).toMatchObject({ currency: 'INR', companyName: 'Asha Traders' })
    expect(await rowOf('wallet', fixed.vendorId)).toMatchObject({ currency: 'INR' })
    expect((await change({ currency: 'INR', companyName: 'Changed' }, fixed)).body.companyName).toBe('Changed')
  })
})

test('legal name, tax number, address, phone and billing address are stored encrypted', async () => {
  await change(EVERYTHING)
  const row = await rowOf('vendor', vendor.vendorId)
  const dump = Buffer.concat(
    Object.values(row).map((value) => (Buffer.isBuffer(value) ? value : Buffer.from(`${value}`))),
  )
  const { legalName, gstin, phone, billingEmail } = EVERYTHING
  for (const secret of [legalName, gstin, phone, billingEmail, ADDRESS.line1, ADDRESS.line2, ADDRESS.postalCode])
    expect(dump.includes(secret), secret).toBe(false)
  expect(dump.includes(EVERYTHING.companyName)).toBe(true)
})
