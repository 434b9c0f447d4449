import { beforeAll, describe, expect, test } from 'vitest'
import {
  addMoney,
  approvedTemplate,
  bareSender,
  launchBody,
  listOf,
  NO_VARIABLES,
  newSender,
  type Sender,
  TWO_VARIABLES,
} from '../../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { listOfContacts, newContacts } from '../../../../tests/support/contacts/audiences.ts'
import { newVendor } from '../../../../tests/support/product.ts'
import { HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts'
import type { VendorId } from '../../../domain/ids.ts'
import type { TemplateComponent } from '../../../domain/template/template.ts'
import { NO_IDEMPOTENCY_KEY } from '../../../platform/idempotency/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import { expandCampaign } from '../launch/expand.ts'
import { launchCampaign } from '../launch/launch.ts'
import { previewCampaign } from './preview.ts'

const RICH: TemplateComponent[] = [
  { type: 'HEADER', format: 'TEXT', text: 'News for {{1}}' },
  { type: 'BODY', text: 'Hello {{1}}, our shop in {{2}} is open again.' },
  { type: 'FOOTER', text: 'Reply STOP to stop' },
  { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'See', url: 'https://shop.example/{{1}}' }] },
]

describe('a preview', () => {
  let product: Awaited<ReturnType<typeof startQuoting>>
  let sender: Sender
  beforeAll(async () => {
    product = await startQuoting()
    sender = await newSender(product)
  })
  const see = (body: object, who: { token: string } = sender) =>
    product.post('/campaigns/preview', body, { token: who.token })
  const send = (body: object, who: { token: string } = sender) =>
    product.post('/campaigns/launch', body, { token: who.token })
  const listWith = async (contacts: Parameters<typeof newContacts>[2], vendorId = sender.vendorId) =>
    listOfContacts(product, vendorId, await newContacts(product, vendorId, contacts))

  test('shows the recipients, who is skipped and why, the cost, the end and three sample messages', async () => {
    const templateId = await approvedTemplate(product, sender.vendorId, { components: RICH })
    const ids = await newContacts(product, sender.vendorId, [
      { name: 'Zubeida Begum', attributes: { city: 'Kolhapur', ref: 'a b' } },
      { name: 'Ravi', attributes: { city: 'Delhi' } },
      { name: 'Meera', attributes: {} },
      { attributes: { city: 'Pune' } },
    ])
    const variables = {
      '1': 'name',
      '2': 'attributes.city',
      'header.1': { value: 'you' },
      'button.0.1': { from: 'attributes.ref', fallback: 'start' },
    }
    const contactListId = await listOfContacts(product, sender.vendorId, ids)
    const { status, body } = await see({ templateId, contactListId, variables })
    expect(status).toBe(200)
    expect(body).toEqual({
      recipients: 2,
      skipped: [{ reason: 'VARIABLE_MISSING', count: 2 }],
      excludeCountries: [],
      lacking: [
        { variable: '1', from: 'name', count: 1 },
        { variable: '2', from: 'attributes.city', count: 1 },
      ],
      items: [{ countryCode: 'IN', category: 'MARKETING', recipients: 2, unitMinorUnit: 123, subtotalMinorUnit: 246 }],
      platformFeeMinorUnit: 0,
      totalMinorUnit: 246,
      currency: 'INR',
      sufficient: true,
      balanceMinorUnit: 1_000_000,
      shortfallMinorUnit: 0,
      conversationCap: 50_000,
      conversationsUsed: 0,
      conversationsReserved: 0,
      endsAt: expect.any(String),
      samples: expect.any(Array),
      problems: [],
      warnings: [],
    })
    const samples = body.samples.sort((a: { name: string }, b: { name: string }) => (a.name < b.name ? 1 : -1))
    expect(samples).toEqual([
      {
        contactId: ids[0],
        name: 'Zubeida Begum',
        header: { format: 'TEXT', text: 'News for you' },
        body: 'Hello Zubeida Begum, our shop in Kolhapur is open again.',
        footer: 'Reply STOP to stop',
        buttons: [{ type: 'URL', text: 'See', target: 'https://shop.example/a%20b' }],
      },
      expect.objectContaining({
        name: 'Ravi',
        buttons: [expect.objectContaining({ target: 'https://shop.example/start' })],
      }),
    ])
    expect(product.logLines.filter((line) => /Zubeida|Kolhapur/.test(line))).toEqual([])
  })

  test('changes nothing, and a launch costs what it showed', async () => {
    const rows = async () => {
      const { db } = product.deps
      const [quotations, campaigns, moves] = await Promise.all([
        db.selectFrom('quotation').select('id').where('vendor_id', '=', sender.vendorId).execute(),
        db.selectFrom('campaign').select('id').where('vendor_id', '=', sender.vendorId).execute(),
        db.selectFrom('wallet_transaction').select('id').where('vendor_id', '=', sender.vendorId).execute(),
      ])
      return [quotations.length, campaigns.length, moves.length]
    }
    const before = await rows()
    const { body } = await see(launchBody(sender))
    expect(await rows()).toEqual(before)
    const launched = await send(launchBody(sender))
    expect(launched.body).toMatchObject({
      recipients: body.recipients,
      estimatedCostMinorUnit: body.totalMinorUnit,
      skippedReasons: body.skipped,
    })
  })

  test('shows at most three sample messages, with unfilled variables left as placeholders', async () => {
    const templateId = await approvedTemplate(product, sender.vendorId, { components: TWO_VARIABLES })
    const contactListId = await listOf(product, sender.vendorId, 5)
    const { body } = await see({ templateId, contactListId })
    expect(body.samples).toHaveLength(3)
    expect(body.samples[0].body).toBe('Hello {{1}}, your order from {{2}} is on its way to you today.')
    expect(body.problems).toEqual([{ code: 'VARIABLES_REQUIRED', detail: expect.stringContaining('1, 2') }])
  })

  test('shows sample messages only to API keys that may read contacts', async () => {
    const samplesFor = async (scopes: string[] | undefined) => {
      const { body } = await product.post('/vendor/api-keys', { name: 'k', ...(scopes && { scopes }) }, sender)
      const seen = await see(launchBody(sender), { token: body.key })
      expect(seen).toMatchObject({ status: 200, body: { recipients: expect.any(Number), problems: [] } })
      return seen.body.samples.length
    }
    expect(await samplesFor(['campaigns:read'])).toBe(0)
    expect(await samplesFor(['campaigns:read', 'contacts:read'])).toBeGreaterThan(0)
    expect(await samplesFor(undefined)).toBeGreaterThan(0)
  })

  test('warns of messages that the provider does not deliver', async () => {
    const contactListId = await listWith([{ mobile: '12025550123', countryCode: 'US' }, {}])
    const { body } = await see({ ...launchBody(sender), contactListId })
    expect(body).toMatchObject({
      problems: [],
      warnings: [{ code: 'MARKETING_TO_US', detail: expect.stringMatching(/ 1 /) }],
    })
  })

  test('lists all problems at once', async () => {
    const { token, vendorId } = await newVendor(product)
    const id = vendorId as VendorId
    const templateId = await approvedTemplate(product, id, { components: TWO_VARIABLES })
    await product.deps.db.updateTable('template').set({ status: 'PAUSED' }).where('id', '=', templateId).execute()
    const contactListId = await listOf(product, id, 2)
    const { status, body } = await see({ templateId, contactListId, variables: { '1': 'name' } }, { token })
    expect(status).toBe(200)
    expect(body.problems.map(({ code }: { code: string }) => code)).toEqual([
      'TEMPLATE_NOT_APPROVED',
      'SUBSCRIPTION_REQUIRED',
      'VARIABLES_REQUIRED',
      'INSUFFICIENT_BALANCE',
    ])
    expect(body).toMatchObject({ recipients: 2, totalMinorUnit: 246, sufficient: false, shortfallMinorUnit: 246 })
  })

  describe('lists exactly the refusals of a launch:', () => {
    const template = (components = NO_VARIABLES, who = sender) =>
      approvedTemplate(product, who.vendorId, { components })
    const CASES: Record<string, () => Promise<{ body: object; who?: { token: string } }>> = {
      LIST_EMPTY: async () => ({ body: { ...launchBody(sender), contactListId: await listWith([]) } }),
      VARIABLES_REQUIRED: async () => ({ body: { ...launchBody(sender), templateId: await template(TWO_VARIABLES) } }),
      VARIABLES_UNKNOWN: async () => ({ body: { ...launchBody(sender), variables: { '1': 'name' } } }),
      PRICING_NOT_FOUND: async () => ({
        body: { ...launchBody(sender), contactListId: await listWith([{ countryCode: 'FR' }]) },
      }),
      TEMPLATE_NOT_APPROVED: async () => {
        const templateId = await template()
        await product.deps.db.updateTable('template').set({ status: 'REJECTED' }).where('id', '=', templateId).execute()
        return { body: { ...launchBody(sender), templateId } }
      },
      SCHEDULE_OUT_OF_REACH: async () => {
        const scheduledAt = new Date(product.deps.clock.now().getTime() + MINUTE_MS).toISOString()
        return { body: { ...launchBody(sender), scheduledAt } }
      },
      INSUFFICIENT_BALANCE: async () => {
        const poor = await newSender(product, { balanceMinorUnit: 368 })
        return { body: launchBody(poor), who: poor }
      },
      SUBSCRIPTION_REQUIRED: async () => {
        const { token, vendorId } = await newVendor(product)
        const id = vendorId as VendorId
        await addMoney(product, id, 1_000)
        const body = {
          templateId: await approvedTemplate(product, id),
          contactListId: await listOf(product, id, 1),
        }
        return { body, who: { token } }
      },
      CONVERSATION_CAP_REACHED: async () => {
        const small = await newSender(product)
        await product.deps.db
          .updateTable('subscription')
          .set({ conversations_used: 49_998n })
          .where('vendor_id', '=', small.vendorId)
          .execute()
        return { body: launchBody(small), who: small }
      },
      QUOTATION_EXPIRED: async () => {
        const { body } = await product.post('/quotations', launchBody(sender), { token: sender.token })
        await product.deps.db
          .updateTable('quotation')
          .set({ expires_at: product.deps.clock.now() })
          .where('id', '=', body.id)
          .execute()
        return { body: { ...launchBody(sender), quotationId: body.id } }
      },
      QUOTATION_STALE: async () => {
        const ids = await newContacts(product, sender.vendorId, [{}, {}])
        const contactListId = await listOfContacts(product, sender.vendorId, ids)
        const wanted = { ...launchBody(sender), contactListId }
        const { body } = await product.post('/quotations', wanted, { token: sender.token })
        await product.del(`/contacts/${ids[0]}`, { token: sender.token })
        return { body: { ...wanted, quotationId: body.id } }
      },
      QUOTATION_MISMATCH: async () => {
        const { body } = await product.post('/quotations', launchBody(sender), { token: sender.token })
        return { body: { ...launchBody(sender), templateId: await template(), quotationId: body.id } }
      },
    }
    test.each(Object.keys(CASES))('%s', async (code) => {
      const { body, who } = (await CASES[code]?.()) ?? { body: {} }
      const seen = await see(body, who)
      const refused = await send(body, who)
      expect(refused.body.code).toBe(code)
      expect(seen).toMatchObject({ status: 200, body: { problems: [{ code, detail: refused.body.detail }] } })
    })

    test('missing or invalid input', async () => {
      for (const wrong of [{ templateId: newId<'x'>() }, { contactListId: 'x' }, { quotationId: newId<'x'>() }])
        expect((await see({ ...launchBody(sender), ...wrong })).status).toBe(404)
      expect((await see({ ...launchBody(sender), price: 1 })).status).toBe(400)
    })
  })
})

test('the estimated end includes messages that are already queued', async () => {
  const product = await startQuoting({ without: ['WORKER', 'OUTBOX'] })
  const { deps } = product
  const who = (vendorId: VendorId) =>
    ({
      kind: 'vendor',
      vendorId,
      role: 'MEMBER',
      accountId: undefined,
      apiKey: { id: '01900000-0000-7000-8000-000000000001', scopes: null },
    }) as const
  const mine = await bareSender(product, { contacts: 90 })
  const other = await bareSender(product, { contacts: 45 })
  const clock = { now: () => NOW }
  const NOW = deps.clock.now()
  const seconds = async (body = {}) => {
    const { endsAt } = await previewCampaign({ ...deps, clock }, who(mine.vendorId), { ...launchBody(mine), ...body })
    return (Date.parse(endsAt ?? '') - NOW.getTime()) / 1_000
  }
  // 45 of 50 a second are for campaigns, in windows of 1.05 s.
  expect(await seconds()).toBe(2.1)
  const run = async ({ vendorId, templateId, listId }: typeof mine) => {
    const { campaignId } = await launchCampaign(
      { ...deps, clock },
      who(vendorId),
      { templateId, contactListId: listId },
      NO_IDEMPOTENCY_KEY,
    )
    await expandCampaign(deps, vendorId, campaignId)
  }
  await run(other)
  expect(await seconds()).toBe(3.15)
  await run(mine)
  expect(await seconds()).toBe(5.25)
  const later = new Date(NOW.getTime() + HOUR_MS)
  expect(await seconds({ scheduledAt: later })).toBe(3_605.25)
})
