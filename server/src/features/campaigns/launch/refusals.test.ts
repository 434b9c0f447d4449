import { beforeAll, describe, expect, test } from 'vitest'
import {
  addMoney,
  addToList,
  approvedTemplate,
  launchBody,
  launchNow,
  listOf,
  newSender,
  type Sender,
  someContacts,
  TWO_VARIABLES,
} from '../../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { advanceAndSignIn } from '../../../../tests/support/payments/subscriptions.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { releaseInFlight, tryHoldInFlight } from '../../wallet/in-flight.ts'

let product: Awaited<ReturnType<typeof startQuoting>>
let sender: Sender
let other: Sender
beforeAll(async () => {
  product = await startQuoting()
  sender = await newSender(product, { balanceMinorUnit: 10_000 })
  other = await newSender(product)
})

const launch = (more: object = {}) =>
  product.post('/campaigns/launch', launchBody(sender, more), { token: sender.token })
const subscription = (change: object) =>
  product.deps.db.updateTable('subscription').set(change).where('vendor_id', '=', sender.vendorId).execute()
const template = (terms: Parameters<typeof approvedTemplate>[2]) => approvedTemplate(product, sender.vendorId, terms)
const list = (contacts: Parameters<typeof listOf>[2]) => listOf(product, sender.vendorId, contacts)
const quote = async (more: object = {}) =>
  (await product.post('/quotations', launchBody(sender, more), { token: sender.token })).body.id as string
const withStatus = async (status: 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED') => {
  const templateId = await template({})
  await product.deps.db.updateTable('template').set({ status }).where('id', '=', templateId).execute()
  return { templateId }
}
const abroad = (countryCode: string) => [{ ...someContacts(1)[0], mobile: '33612345678', countryCode }]

/** The problem, its error code, the HTTP status and additional members of the response. */
const REFUSALS: [string, () => Promise<object> | object, string, number, object?][] = [
  ['an unknown field', () => ({ vendorId: other.vendorId }), 'VALIDATION_FAILED', 400],
  ['a template of nobody', () => ({ templateId: newId<'x'>() }), 'NOT_FOUND', 404],
  ['a template of another vendor', () => ({ templateId: other.templateId }), 'NOT_FOUND', 404],
  ['a list of another vendor', () => ({ contactListId: other.listId }), 'NOT_FOUND', 404],
  ['a list that is no id', () => ({ contactListId: 'all' }), 'NOT_FOUND', 404],
  ['a quotation of nobody', () => ({ quotationId: newId<'x'>() }), 'NOT_FOUND', 404],
  [
    'a quotation of another vendor',
    async () => ({ quotationId: (await product.post('/quotations', launchBody(other), other)).body.id }),
    'NOT_FOUND',
    404,
  ],
  ['a pending template', () => withStatus('PENDING'), 'TEMPLATE_NOT_APPROVED', 422],
  ['a rejected template', () => withStatus('REJECTED'), 'TEMPLATE_NOT_APPROVED', 422],
  ['a paused template', () => withStatus('PAUSED'), 'TEMPLATE_NOT_APPROVED', 422],
  ['an empty list', async () => ({ contactListId: await list(0) }), 'LIST_EMPTY', 422],
  [
    'variables that are not named',
    async () => ({ templateId: await template({ components: TWO_VARIABLES }) }),
    'VARIABLES_REQUIRED',
    422,
  ],
  [
    'half of the variables',
    async () => ({ templateId: await template({ components: TWO_VARIABLES }), variables: { '1': 'name' } }),
    'VARIABLES_REQUIRED',
    422,
    { errors: [{ path: 'variables.2' }] },
  ],
  ['variables that the template lacks', () => ({ variables: { '1': 'name' } }), 'VARIABLES_UNKNOWN', 422],
  [
    'variables for which no contact of the list has a value',
    async () => ({
      templateId: await template({ components: TWO_VARIABLES }),
      variables: { '1': 'name', '2': 'attributes.planet' },
    }),
    'LIST_EMPTY',
    422,
  ],
  [
    'a country without a price',
    async () => ({ contactListId: await list(abroad('FR')) }),
    'PRICING_NOT_FOUND',
    422,
    { category: 'MARKETING', countryCode: 'FR' },
  ],
  [
    'a quotation for another list',
    async () => ({ quotationId: await quote({ contactListId: await list(2) }) }),
    'QUOTATION_MISMATCH',
    422,
  ],
  [
    'more than the wallet holds',
    async () => ({ contactListId: await list(82) }),
    'INSUFFICIENT_BALANCE',
    402,
    { requiredMinorUnit: 82 * 123, balanceMinorUnit: 10_000, shortfallMinorUnit: 86 },
  ],
]

describe('a launch is refused, and nothing is reserved, for', () => {
  test.each(REFUSALS)('%s', async (_, given, code, status, members = {}) => {
    const before = await figuresOf(product.deps.db, sender.vendorId)
    expect(await launch(await given())).toMatchObject({ status, body: { code, ...members } })
    expect(await figuresOf(product.deps.db, sender.vendorId)).toEqual(before)
    const campaigns = await product.get('/campaigns', sender)
    expect(campaigns.body.total).toBe(0)
  })

  test('a cancelled or used-up plan, while an exact fit is accepted', async () => {
    await subscription({ conversations_used: 50_000n - 2n })
    expect(await launch()).toMatchObject({
      status: 409,
      body: { code: 'CONVERSATION_CAP_REACHED', conversationCap: 50_000, conversationsUsed: 49_998 },
    })
    const { billing_cycle_end } = await product.deps.db
      .selectFrom('subscription')
      .select('billing_cycle_end')
      .where('vendor_id', '=', sender.vendorId)
      .executeTakeFirstOrThrow()
    await subscription({ status: 'CANCELLED', cancelled_at: product.deps.clock.now() })
    expect(await launch()).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_REQUIRED' } })
    await subscription({ status: 'ACTIVE', cancelled_at: null, billing_cycle_end, conversations_used: 50_000n - 3n })
    expect(await launch()).toMatchObject({ status: 200, body: { recipients: 3 } })
    expect((await launch()).body.code).toBe('CONVERSATION_CAP_REACHED')
  })
})

describe('a quotation', () => {
  test('keeps its price after prices have changed; without it the new price applies', async () => {
    const who = await newSender(product, { contacts: 5 })
    const ask = (more: object) => product.post('/campaigns/launch', launchBody(who, more), { token: who.token })
    const quotation = (await product.post('/quotations', launchBody(who), { token: who.token })).body
    const now = product.deps.clock.now()
    await product.deps.db
      .insertInto('vendor_pricing')
      .values({ vendor_id: who.vendorId, tier_id: null, markup_percent: 100, updated_at: now })
      .execute()
    const quoted = await ask({ quotationId: quotation.id })
    expect(quoted).toMatchObject({ status: 200, body: { estimatedCostMinorUnit: quotation.totalMinorUnit } })
    const anew = await ask({})
    expect(anew.body.estimatedCostMinorUnit).toBeGreaterThan(quotation.totalMinorUnit)
  })

  test('that has other recipients than the audience now, or is a day old, is refused', async () => {
    const who = await newSender(product, { contacts: 2 })
    const ask = (more: object) => product.post('/campaigns/launch', launchBody(who, more), { token: who.token })
    const { id } = (await product.post('/quotations', launchBody(who), { token: who.token })).body
    await addToList(product, who.vendorId, who.listId, someContacts(1))
    expect(await ask({ quotationId: id })).toMatchObject({ status: 409, body: { code: 'QUOTATION_STALE' } })
    const fresh = (await product.post('/quotations', launchBody(who), { token: who.token })).body
    await advanceAndSignIn(product, who, 24 * 3_600 - 60)
    expect((await launchNow(product, who, { quotationId: fresh.id })).recipients).toBe(3)
    await advanceAndSignIn(product, who, 120)
    expect(await ask({ quotationId: fresh.id })).toMatchObject({ status: 409, body: { code: 'QUOTATION_EXPIRED' } })
  })
})

describe('a launch is also refused', () => {
  test('with an empty wallet, even if its messages cost nothing', async () => {
    const now = product.deps.clock.now()
    const price = { category: 'MARKETING', country_code: 'NZ', currency: 'USD', meta_cost_usd_micros: 0n } as const
    await product.deps.db
      .insertInto('message_pricing')
      .values({ ...price, id: newId<'price'>(), markup_percent: 0, effective_from: now, created_at: now })
      .execute()
    const who = await newSender(product, { balanceMinorUnit: 0 })
    const contactListId = await listOf(product, who.vendorId, [{ mobile: '64211234567', countryCode: 'NZ' }])
    const launchFree = () => product.post('/campaigns/launch', launchBody(who, { contactListId }), who)
    expect(await launchFree()).toMatchObject({ status: 402, body: { requiredMinorUnit: 0, balanceMinorUnit: 0 } })
    await addMoney(product, who.vendorId, 1)
    expect(await launchFree()).toMatchObject({ status: 200, body: { estimatedCostMinorUnit: 0 } })
  })

  test('for money that replies on their way will cost', async () => {
    const { db } = product.deps
    const who = await newSender(product, { contacts: 3, balanceMinorUnit: 500 })
    await inTransaction(db, (tx) => tryHoldInFlight(tx, who.vendorId, 132n))
    const answer = await product.post('/campaigns/launch', launchBody(who), who)
    expect(answer).toMatchObject({ status: 402, body: { code: 'INSUFFICIENT_BALANCE', shortfallMinorUnit: 1 } })
    await inTransaction(db, (tx) => releaseInFlight(tx, who.vendorId, 1n))
    expect((await launchNow(product, who)).recipients).toBe(3)
    await inTransaction(db, (tx) => releaseInFlight(tx, who.vendorId, 131n))
  })

  test('without a recent exchange rate, unless it was quoted with one', async () => {
    await advanceAndSignIn(product, other, 60)
    const quote = () => product.post('/quotations', launchBody(other), other)
    expect((await quote()).status).toBe(201)
    product.feed.answer({ status: 503 })
    await advanceAndSignIn(product, other, 20 * 3_600)
    const { id } = (await quote()).body
    await advanceAndSignIn(product, other, 5 * 3_600)
    const answer = await product.post('/campaigns/launch', launchBody(other), other)
    expect(answer).toMatchObject({ status: 503, body: { code: 'RATE_UNAVAILABLE' } })
    const quoted = await product.post('/campaigns/launch', launchBody(other, { quotationId: id }), other)
    expect(quoted).toMatchObject({ status: 200, body: { status: 'RUNNING' } })
    product.feed.quote({}, () => product.deps.clock.now())
  })

  test('when the plan is frozen', async () => {
    await advanceAndSignIn(product, other, 45 * 86_400)
    const answer = await product.post('/campaigns/launch', launchBody(other), other)
    expect(answer).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_FROZEN' } })
  })
})
