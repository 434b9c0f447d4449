import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  conversationsOf,
  keyedSender,
  ledgerOf,
  sweepOnce,
} from '../../../../tests/support/campaigns/campaign-lifecycle.ts'
import {
  addToList,
  campaignRow,
  launchBody,
  listOf,
  messagesOf,
  someContacts,
} from '../../../../tests/support/campaigns/campaigns.ts'
import { addPrice, withdrawPrices } from '../../../../tests/support/campaigns/prices.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { codecOf } from '../../../../tests/support/contacts/contacts.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { optOut } from '../../contacts/audience/opt-out.ts'
import { failMessages } from '../../messages/settlement/fail.ts'
import { expandCampaign } from './expand.ts'

let product: Awaited<ReturnType<typeof startQuoting>>
let sender: Awaited<ReturnType<typeof keyedSender>>
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  sender = await keyedSender(product)
})

/** The price of a marketing message to India in the seed data. */
const UNIT = 123
/** That of a utility message. */
const UTILITY_UNIT = 15
const spaniard = (n: number) => ({ mobile: `3461200000${n}`, countryCode: 'ES', name: 'Lucía' })
const frenchwoman = (n: number) => ({ mobile: `3361200000${n}`, countryCode: 'FR', name: 'Chloé' })
/** Numbers such as +800 belong to no country. */
const FREEPHONE = { mobile: '80012345678', countryCode: '001', name: 'Helpline' }
const SPAIN = { excludeCountries: ['ES'] }
const leftOut = (...countries: { countryCode: string; recipients: number }[]) => ({
  reason: 'COUNTRY_EXCLUDED',
  count: countries.reduce((sum, { recipients }) => sum + recipients, 0),
  countries,
})
const oneInSpain = { countryCode: 'ES', recipients: 1 }

const send = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  product.post(path, body, { token: sender.token, headers })
const quote = (body: object) => send('/quotations', launchBody(sender, body))
const see = (body: object) => send('/campaigns/preview', launchBody(sender, body))
const launch = (body: object, headers = {}) => send('/campaigns/launch', launchBody(sender, body), headers)
const campaign = async (id: string) => (await product.get(`/campaigns/${id}`, sender)).body
const figures = () => figuresOf(product.deps.db, sender.vendorId)
const countriesOf = async (campaignId: string) => {
  await expandCampaign(product.deps, sender.vendorId, campaignId)
  return (await messagesOf(product, campaignId)).map(({ country_code }) => country_code).sort()
}
const inMinutes = (minutes: number) => new Date(product.deps.clock.now().getTime() + minutes * MINUTE_MS).toISOString()
const priceFor = (countryCode: string) => addPrice(product, countryCode)
/** Withdraws the price that a test added. */
beforeEach(() => withdrawPrices(product, ['ES', 'FR']))

describe('recipients in countries without a price', () => {
  test('are all reported at once, and can be excluded: not charged, not held, not messaged, but counted', async () => {
    const stopped = spaniard(9)
    const abroad = [spaniard(1), frenchwoman(1), frenchwoman(2), FREEPHONE, stopped]
    const contactListId = await listOf(product, sender.vendorId, [...someContacts(2), ...abroad])
    const hash = (await codecOf(product, sender.vendorId)).hash(stopped.mobile)
    await inTransaction(product.deps.db, (tx) => optOut(tx, sender.vendorId, hash, 'STOP', product.deps.clock.now()))

    const missing = [{ countryCode: '001', recipients: 1 }, oneInSpain, { countryCode: 'FR', recipients: 2 }]
    const refusal = { code: 'PRICING_NOT_FOUND', category: 'MARKETING', countryCode: '001', countries: missing }
    for (const ask of [quote, launch])
      expect(await ask({ contactListId })).toMatchObject({ status: 422, body: refusal })
    expect((await see({ contactListId })).body.problems).toMatchObject([{ code: refusal.code, countries: missing }])
    expect((await quote({ contactListId, ...SPAIN })).body.countries).toEqual([missing[0], missing[2]])

    const excludeCountries = ['FR', 'ES', '001', 'ES']
    const skippedReasons = [{ reason: 'OPTED_OUT', count: 1 }, leftOut(...missing)]
    const seen = { recipients: 2, skipped: 5, skippedReasons, excludeCountries: ['001', 'ES', 'FR'] }
    const item = { countryCode: 'IN', recipients: 2, subtotalMinorUnit: 2 * UNIT }
    expect(await quote({ contactListId, excludeCountries })).toMatchObject({
      status: 201,
      body: { ...seen, items: [item], totalMinorUnit: 2 * UNIT },
    })
    const preview = (await see({ contactListId, excludeCountries })).body
    expect(preview).toMatchObject({ recipients: 2, skipped: skippedReasons, items: [item], problems: [] })
    expect(preview.samples.map(({ name }: { name: string }) => name).join()).toMatch(/^Name \d,Name \d$/)

    const before = await figures()
    const launched = await launch({ contactListId, excludeCountries })
    expect(launched).toMatchObject({ status: 200, body: { ...seen, estimatedCostMinorUnit: 2 * UNIT } })
    const { campaignId } = launched.body
    expect(await figures()).toMatchObject({
      balance: before.balance - BigInt(2 * UNIT),
      reserved: before.reserved + BigInt(2 * UNIT),
    })
    expect((await see({ contactListId, excludeCountries })).body).toMatchObject({ conversationsReserved: 2 })
    expect(await countriesOf(campaignId)).toEqual(['IN', 'IN'])
    expect(await campaign(campaignId)).toMatchObject(seen)
    const { skipped, excludeCountries: left } = seen
    expect((await product.get(`/campaigns/${campaignId}/receipt`, sender)).body).toMatchObject({
      ...{ skipped, skippedReasons, excludeCountries: left },
    })
  })

  test('leave an empty audience when there are no others', async () => {
    const contactListId = await listOf(product, sender.vendorId, [spaniard(2)])
    for (const ask of [quote, launch])
      expect(await ask({ contactListId, ...SPAIN })).toMatchObject({
        status: 422,
        body: { code: 'LIST_EMPTY', detail: expect.stringMatching(/1 in an excluded country/) },
      })
    expect((await see({ contactListId, ...SPAIN })).body.problems).toMatchObject([{ code: 'LIST_EMPTY' }])
  })

  test.each([
    ['a name', ['spain']],
    ['small letters', ['es']],
    ['a code of no country', ['XX']],
    ['a text', 'ES'],
    ['more than there are countries', Array.from({ length: 301 }, () => 'ES')],
  ])('must be given as country codes: %s is refused', async (_, excludeCountries) => {
    for (const ask of [quote, see, launch])
      expect(await ask({ excludeCountries })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
  })
})

describe('an exclusion', () => {
  const mixedList = (n: number) => listOf(product, sender.vendorId, [...someContacts(2), spaniard(n)])

  test('is part of the quotation and of the idempotency key', async () => {
    const contactListId = await mixedList(3)
    const { id: quotationId } = (await quote({ contactListId, ...SPAIN })).body
    for (const excludeCountries of [undefined, [], ['FR'], ['ES', 'FR']]) {
      const body = { contactListId, quotationId, excludeCountries }
      expect(await launch(body)).toMatchObject({ status: 422, body: { code: 'QUOTATION_MISMATCH' } })
      expect((await see(body)).body.problems).toMatchObject([{ code: 'QUOTATION_MISMATCH' }])
    }
    const key = { 'idempotency-key': randomUUID() }
    const first = await launch({ contactListId, quotationId, excludeCountries: ['ES', 'ES'] }, key)
    expect(first).toMatchObject({ status: 200, body: { recipients: 2 } })
    expect((await launch({ contactListId, quotationId, excludeCountries: ['ES', 'ES'] }, key)).body).toEqual(first.body)
    expect(await launch({ contactListId, quotationId, excludeCountries: ['ES', 'FR'] }, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })

  test('holds even if the country gets a price later: when quoted, when scheduled, and during the expansion', async () => {
    const contactListId = await mixedList(4)
    const { id: quotationId } = (await quote({ contactListId, ...SPAIN })).body
    const scheduled = await launch({ contactListId, ...SPAIN, scheduledAt: inMinutes(6) })
    expect(scheduled.body).toMatchObject({ status: 'SCHEDULED', recipients: 2, ...SPAIN })
    const running = await launch({ contactListId, ...SPAIN })
    await priceFor('ES')
    expect(await countriesOf(running.body.campaignId)).toEqual(['IN', 'IN'])
    expect((await launch({ contactListId, quotationId })).body.code).toBe('QUOTATION_MISMATCH')
    const quoted = await launch({ contactListId, quotationId, ...SPAIN })
    expect(quoted).toMatchObject({ status: 200, body: { recipients: 2, estimatedCostMinorUnit: 2 * UNIT } })
    await addToList(product, sender.vendorId, contactListId, [spaniard(5)])
    await sweepOnce(product, 6 * 60 + 1)
    expect(await campaign(scheduled.body.campaignId)).toMatchObject({
      ...{ status: 'RUNNING', recipients: 2, ...SPAIN },
      skippedReasons: [leftOut({ countryCode: 'ES', recipients: 2 })],
    })
    expect(await countriesOf(scheduled.body.campaignId)).toEqual(['IN', 'IN'])
    expect((await launch({ contactListId })).body).toMatchObject({ recipients: 4, excludeCountries: [] })
  })

  test('can be added to a campaign that was paused because of such a country', async () => {
    const contactListId = await listOf(product, sender.vendorId, 2)
    const { campaignId } = (await launch({ contactListId, scheduledAt: inMinutes(6) })).body
    const change = (body: object) => product.patch(`/campaigns/${campaignId}`, body, { token: sender.token })
    expect(await change({ excludeCountries: ['XX'] })).toMatchObject({ status: 400 })
    await addToList(product, sender.vendorId, contactListId, [spaniard(6)])
    await product.advance(6 * 60 + 1)
    await sweepOnce(product)
    expect(await campaignRow(product, campaignId)).toMatchObject({
      status: 'PAUSED',
      pause_reason: 'PRICING_NOT_FOUND',
    })
    expect(await send(`/campaigns/${campaignId}/resume`)).toMatchObject({
      status: 422,
      body: { code: 'PRICING_NOT_FOUND', countries: [oneInSpain] },
    })
    expect(await change({ name: 'At home' })).toMatchObject({ status: 200, body: { status: 'PAUSED' } })
    expect(await change({ excludeCountries: ['ES', 'IN'] })).toMatchObject({
      status: 422,
      body: { code: 'LIST_EMPTY' },
    })
    const changed = { status: 'PAUSED', recipients: 2, skippedReasons: [leftOut(oneInSpain)], ...SPAIN }
    expect(await change(SPAIN)).toMatchObject({ status: 200, body: changed })
    expect(await send(`/campaigns/${campaignId}/resume`)).toMatchObject({ status: 200, body: { status: 'RUNNING' } })
    expect(await countriesOf(campaignId)).toEqual(['IN', 'IN'])
    for (const late of [{ excludeCountries: [] }, { name: 'Too late' }])
      expect(await change(late)).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
  })

  test('also applies to a retry of the failed recipients', async () => {
    const contactListId = await mixedList(7)
    const { campaignId } = (await launch({ contactListId, ...SPAIN })).body
    await expandCampaign(product.deps, sender.vendorId, campaignId)
    const messages = await messagesOf(product, campaignId)
    const failures = messages.map(({ id }) => ({ id, errorCode: '131000' }))
    const now = product.deps.clock.now()
    await inTransaction(product.deps.db, (tx) => failMessages(tx, sender.vendorId, failures, now))
    // A later import may assign the number to another country with the same calling code.
    await product.deps.db
      .updateTable('contact')
      .set({ country_code: 'ES' })
      .where('id', '=', messages[0]?.contact_id as string)
      .execute()
    await priceFor('ES')
    const again = await send(`/campaigns/${campaignId}/retry-failed`)
    expect(again).toMatchObject({
      status: 200,
      body: { recipients: 1, skipped: 1, skippedReasons: [leftOut(oneInSpain)] },
    })
    expect(await campaign(again.body.campaignId)).toMatchObject({ recipients: 1, ...SPAIN })
    expect(await countriesOf(again.body.campaignId)).toEqual(['IN'])
  })
})

test('a launched campaign resumes without countries that have no price for its new category: released and counted once', async () => {
  const { db } = product.deps
  const own = await keyedSender(product)
  const before = await figuresOf(db, own.vendorId)
  const contactListId = await listOf(product, own.vendorId, [...someContacts(2), spaniard(1), spaniard(2)])
  await priceFor('ES')
  const post = (path: string, body: object = {}) => product.post(path, body, { token: own.token })
  const { campaignId } = (await post('/campaigns/launch', launchBody(own, { contactListId }))).body
  const resume = (body: object = {}) => post(`/campaigns/${campaignId}/resume`, body)
  await post(`/campaigns/${campaignId}/pause`)
  expect(await resume(SPAIN)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/still being prepared/) },
  })
  await expandCampaign(product.deps, own.vendorId, campaignId)
  await db.updateTable('template').set({ category: 'UTILITY' }).where('id', '=', own.templateId).execute()
  const held = await figuresOf(db, own.vendorId)
  const countries = [{ countryCode: 'ES', recipients: 2 }]
  expect(await resume()).toMatchObject({ status: 422, body: { code: 'PRICING_NOT_FOUND', countries } })
  expect(await resume({ excludeCountries: ['FR'] })).toMatchObject({ status: 422, body: { countries } })

  const inSpain = (await messagesOf(product, campaignId)).filter(({ country_code }) => country_code === 'ES')
  const setStatus = (status: 'SENDING' | 'QUEUED') =>
    db
      .updateTable('message')
      .set({ status })
      .where('id', '=', inSpain[0]?.id ?? '')
      .execute()
  await setStatus('SENDING')
  expect(await resume(SPAIN)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/still being sent/) },
  })
  expect(await figuresOf(db, own.vendorId)).toEqual(held)
  await setStatus('QUEUED')

  const answers = await Promise.all([resume(SPAIN), resume(SPAIN), resume(SPAIN)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const { body } = await product.get(`/campaigns/${campaignId}`, own)
  expect(body).toMatchObject({
    status: 'RUNNING',
    recipients: 4,
    skipped: 0,
    counts: { QUEUED: 2, CANCELLED: 2 },
    ...SPAIN,
  })
  expect(body.cost.heldMinorUnit).toBe(2 * UTILITY_UNIT)
  expect(await figuresOf(db, own.vendorId)).toMatchObject({ balance: before.balance - BigInt(2 * UTILITY_UNIT) })
  expect(await conversationsOf(product, own.vendorId)).toEqual({ used: 0n, reserved: 2n })
  const released = (await ledgerOf(product, own.vendorId)).filter(({ key }) => key.includes('-excluded-'))
  expect(released).toHaveLength(1)
  await post(`/campaigns/${campaignId}/cancel`)
  await sweepOnce(product)
  expect(await figuresOf(db, own.vendorId)).toMatchObject({ balance: before.balance, reserved: 0n })
})
