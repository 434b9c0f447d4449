import { sql as raw } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addToList,
  bareSender,
  campaignRow,
  messagesOf,
  someContacts,
  TWO_VARIABLES,
} from '../../../../tests/support/campaigns/campaigns.ts'
import { admin, launchBare } from '../../../../tests/support/campaigns/launched.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import type { TestProduct } from '../../../../tests/support/product.ts'
import { cancelCampaign } from '../lifecycle/cancel.ts'
import { failExpansion } from '../lifecycle/fail-expansion.ts'
import { expandCampaign } from './expand.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
})

const UNIT = 123n
const run = (vendorId: Parameters<typeof expandCampaign>[1], campaignId: string, mayContinue?: () => boolean) =>
  expandCampaign(product.deps, vendorId, campaignId, mayContinue)
/** Small chunks, so that a small list has several: as if so many had been counted and set aside. */
const inChunks = (campaignId: string, recipients: number) =>
  raw`
    with before as (select vendor_id, recipients from campaign where id = ${campaignId}),
    set_aside as (
      update subscription s set conversations_reserved = s.conversations_reserved + ${recipients} - before.recipients
        from before where s.vendor_id = before.vendor_id)
    update campaign set recipients = ${recipients} where id = ${campaignId}`.execute(product.deps.db)

describe('the messages of a campaign', () => {
  test('are written once, with concurrent runs and any number of restarts', async () => {
    const sender = await bareSender(product, { contacts: 300, balanceMinorUnit: 100_000 })
    const { campaignId } = await launchBare(product, sender)
    await inChunks(campaignId, 60_000) // twelve chunks
    const again = async () => {
      while (!(await run(sender.vendorId, campaignId, () => false)));
    }
    await Promise.all([run(sender.vendorId, campaignId), again(), again(), run(sender.vendorId, campaignId)])
    const messages = await messagesOf(product, campaignId)
    expect(messages).toHaveLength(300)
    expect(new Set(messages.map(({ contact_id }) => contact_id)).size).toBe(300)
    expect((await campaignRow(product, campaignId)).expanded_at).not.toBeNull()
  })

  test('never exceed the priced recipients of a country, even if contacts are added after the count', async () => {
    const contacts = [...someContacts(4), { ...someContacts(1)[0], mobile: '14155550123', countryCode: 'US' }]
    const sender = await bareSender(product, { contacts })
    const launched = await launchBare(product, sender)
    // As if they had been on the list before the launch in a transaction that committed later.
    await addToList(product, sender.vendorId, sender.listId, [
      ...someContacts(3),
      { mobile: '14155550124', countryCode: 'US' },
      { mobile: '6591234567', countryCode: 'SG' },
    ])
    await raw`update contact_list_member set added_at = '2020-01-01' where list_id = ${sender.listId}`.execute(
      product.deps.db,
    )
    await run(sender.vendorId, launched.campaignId)
    const messages = await messagesOf(product, launched.campaignId)
    const inCountry = (country: string) => messages.filter(({ country_code }) => country_code === country).length
    expect([inCountry('IN'), inCountry('US'), inCountry('SG')]).toEqual([4, 1, 0])
    const cost = messages.reduce((sum, { cost_minor_unit }) => sum + cost_minor_unit, 0n)
    expect(cost).toBe(BigInt(launched.estimatedCostMinorUnit))
  })

  test('skip contacts that left the list, were deleted or opted out meanwhile', async () => {
    const sender = await bareSender(product, { contacts: 6 })
    const { campaignId } = await launchBare(product, sender)
    const members = await product.deps.db
      .selectFrom('contact_list_member')
      .innerJoin('contact', 'contact.id', 'contact_id')
      .select(['contact.id', 'contact.mobile_hash'])
      .where('list_id', '=', sender.listId)
      .execute()
    const [left, gone, stopped] = members as [
      (typeof members)[number],
      (typeof members)[number],
      (typeof members)[number],
    ]
    await raw`delete from contact_list_member where contact_id = ${left.id}`.execute(product.deps.db)
    await raw`delete from contact where id = ${gone.id}`.execute(product.deps.db)
    await raw`insert into opt_out (vendor_id, mobile_hash, reason, opted_out_at, asked_at)
      values (${sender.vendorId}, ${stopped.mobile_hash}, 'STOP', now(), now())`.execute(product.deps.db)
    await run(sender.vendorId, campaignId)
    const written = (await messagesOf(product, campaignId)).map(({ contact_id }) => contact_id)
    expect(written.sort()).toEqual(
      members
        .slice(3)
        .map(({ id }) => id)
        .sort(),
    )
  })

  test('cost what was reserved, even if prices change while they are written', async () => {
    const sender = await bareSender(product, { contacts: 40, template: { components: TWO_VARIABLES } })
    const variables = { '1': { from: 'name' }, '2': { from: 'attributes.city' } } as const
    const { campaignId, estimatedCostMinorUnit } = await launchBare(product, sender, { variables })
    await inChunks(campaignId, 20_000)
    for (let markup = 30; !(await run(sender.vendorId, campaignId, () => false)); markup += 10)
      await product.deps.db
        .insertInto('vendor_pricing')
        .values({
          vendor_id: sender.vendorId,
          tier_id: null,
          markup_percent: markup,
          updated_at: product.deps.clock.now(),
        })
        .onConflict((oc) => oc.column('vendor_id').doUpdateSet({ markup_percent: markup }))
        .execute()
    const costs = (await messagesOf(product, campaignId)).map(({ cost_minor_unit }) => cost_minor_unit)
    expect(costs.reduce((sum, cost) => sum + cost, 0n)).toBe(BigInt(estimatedCostMinorUnit))
    expect(new Set(costs)).toEqual(new Set([UNIT]))
  })

  test('are no longer written after the campaign is cancelled', async () => {
    const sender = await bareSender(product, { contacts: 30 })
    const { campaignId } = await launchBare(product, sender)
    await inChunks(campaignId, 15_000)
    await run(sender.vendorId, campaignId, () => false)
    const sofar = (await messagesOf(product, campaignId)).length
    await cancelCampaign(product.deps, admin(sender.vendorId), campaignId)
    expect(await run(sender.vendorId, campaignId)).toBe(true)
    expect(await messagesOf(product, campaignId)).toHaveLength(sofar)
    expect((await campaignRow(product, campaignId)).expanded_at).toBeNull()
  })
})

test('a campaign whose messages cannot be written fails, and its money and conversations are returned once', async () => {
  const sender = await bareSender(product, { contacts: 20 })
  const before = await figuresOf(product.deps.db, sender.vendorId)
  const { campaignId } = await launchBare(product, sender)
  await Promise.all([1, 2, 3].map(() => failExpansion(product.deps, sender.vendorId, campaignId)))
  expect(await campaignRow(product, campaignId)).toMatchObject({ status: 'FAILED', expanded_at: null })
  expect(await figuresOf(product.deps.db, sender.vendorId)).toMatchObject({
    balance: before.balance,
    reserved: 0n,
    rows: before.rows + 2n,
  })
  const plan = await product.deps.db
    .selectFrom('subscription')
    .select('conversations_reserved as reserved')
    .where('vendor_id', '=', sender.vendorId)
    .executeTakeFirstOrThrow()
  expect(plan.reserved).toBe(0n)
  const notices = await product.deps.db
    .selectFrom('notification')
    .select('kind')
    .where('vendor_id', '=', sender.vendorId)
    .execute()
  expect(notices.filter(({ kind }) => kind === 'CAMPAIGN_FAILED')).toHaveLength(1)
})
