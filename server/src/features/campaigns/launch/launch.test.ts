import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addToList,
  approvedTemplate,
  campaignRow,
  expanded,
  launchBody,
  launchNow,
  listOf,
  messagesOf,
  newSender,
  type Sender,
  someContacts,
  TWO_VARIABLES,
} from '../../../../tests/support/campaigns/campaigns.ts'
import { startQuoting } from '../../../../tests/support/campaigns/quotations.ts'
import { codecOf } from '../../../../tests/support/contacts/contacts.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import type { TestProduct } from '../../../../tests/support/product.ts'

let product: TestProduct
let sender: Sender
beforeAll(async () => {
  product = await startQuoting()
  sender = await newSender(product, { contacts: 12 })
})

/** The price of a marketing message to India in the seed data: ceil(0.0118 USD × 83.33 × 125%). */
const UNIT = 123

const launch = (more: object = {}, headers: Record<string, string> = {}) =>
  product.post('/campaigns/launch', launchBody(sender, more), { token: sender.token, headers })
const figures = () => figuresOf(product.deps.db, sender.vendorId)

describe('a launch', () => {
  test('reserves the exact cost, and writes one message per contact', async () => {
    const before = await figures()
    const answer = await launch({ name: 'Diwali' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'RUNNING',
        recipients: 12,
        skipped: 0,
        skippedReasons: [],
        estimatedCostMinorUnit: 12 * UNIT,
        currency: 'INR',
      },
    })
    const { campaignId } = answer.body
    expect(await figures()).toMatchObject({
      balance: before.balance - BigInt(12 * UNIT),
      reserved: before.reserved + BigInt(12 * UNIT),
    })
    const row = await expanded(product, campaignId)
    expect(row).toMatchObject({ name: 'Diwali', category: 'MARKETING', recipients: 12, created_by: expect.any(String) })
    const messages = await messagesOf(product, campaignId)
    expect(messages).toHaveLength(12)
    expect(new Set(messages.map(({ contact_id }) => contact_id)).size).toBe(12)
    for (const message of messages) {
      expect(message).toMatchObject({ kind: 'CAMPAIGN', category: 'MARKETING', cost_minor_unit: BigInt(UNIT) })
      expect(message.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
    }
    const { body } = await product.get('/billing/transactions?type=RESERVED', sender)
    expect(body.data[0]).toMatchObject({
      idempotencyKey: `reserve-${campaignId}`,
      amountMinorUnit: 12 * UNIT,
      referenceType: 'CAMPAIGN',
      referenceId: campaignId,
    })
  })

  test('takes the name of its template by default, and creates a quotation', async () => {
    const { campaignId } = await launchNow(product, sender)
    const row = await campaignRow(product, campaignId)
    expect(row.name).toBe(row.template_name)
    const quotation = await product.deps.db
      .selectFrom('quotation')
      .selectAll()
      .where('id', '=', row.quotation_id as string)
      .executeTakeFirstOrThrow()
    expect(quotation).toMatchObject({ snapshot_id: row.snapshot_id, recipients: 12, template_id: sender.templateId })
  })

  test('skips contacts that opted out or lack a variable, without charging for them', async () => {
    const contacts = [...someContacts(3), { ...someContacts(1)[0], mobile: '919800000001', attributes: {} }]
    const listId = await listOf(product, sender.vendorId, contacts)
    const templateId = await approvedTemplate(product, sender.vendorId, { components: TWO_VARIABLES })
    const now = product.deps.clock.now()
    await product.deps.db
      .insertInto('opt_out')
      .values({
        vendor_id: sender.vendorId,
        mobile_hash: (await codecOf(product, sender.vendorId)).hash(contacts[0]?.mobile as string),
        reason: 'STOP',
        opted_out_at: now,
        asked_at: now,
      })
      .execute()
    const variables = { '1': 'name', '2': 'attributes.city' }
    const answer = await launch({ templateId, contactListId: listId, variables })
    expect(answer.body).toMatchObject({
      recipients: 2,
      estimatedCostMinorUnit: 2 * UNIT,
      skippedReasons: [
        { reason: 'OPTED_OUT', count: 1 },
        { reason: 'VARIABLE_MISSING', count: 1 },
      ],
    })
    await expanded(product, answer.body.campaignId)
    expect(await messagesOf(product, answer.body.campaignId)).toHaveLength(2)
  })

  test('sends nothing to contacts that were added to the list later', async () => {
    const listId = await listOf(product, sender.vendorId, 2)
    const { campaignId } = await launchNow(product, sender, { contactListId: listId })
    await addToList(product, sender.vendorId, listId, someContacts(2))
    await expanded(product, campaignId)
    expect((await messagesOf(product, campaignId)).length).toBeLessThanOrEqual(2)
  })
})

describe('the same key', () => {
  test('sent a hundred times at once creates one campaign and one hold', async () => {
    const key = randomUUID()
    const rows = (await figures()).rows
    const answers = await Promise.all(Array.from({ length: 100 }, () => launch({}, { 'idempotency-key': key })))
    const launched = answers.filter(({ status }) => status === 200)
    expect(new Set(launched.map(({ body }) => body.campaignId)).size).toBe(1)
    for (const { status, body } of answers)
      if (status !== 200) expect(body).toMatchObject({ status: 409, code: 'IDEMPOTENCY_IN_FLIGHT' })
    expect((await figures()).rows).toBe(rows + 1n)
    const again = await launch({}, { 'idempotency-key': key })
    expect(again).toMatchObject({ status: 200, body: launched[0]?.body })
    expect((await launch({ name: 'other' }, { 'idempotency-key': key })).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})
