import { beforeAll, describe, expect, test } from 'vitest'
import {
  addMoney,
  approvedTemplate,
  newSender,
  realTemplate,
  type Sender,
} from '../../../../tests/support/campaigns/campaigns.ts'
import { eventually } from '../../../../tests/support/eventually.ts'
import { callsAt } from '../../../../tests/support/messaging/dispatch.ts'
import { figuresOf } from '../../../../tests/support/money/wallets.ts'
import { newVendor, startProduct, type TestProduct } from '../../../../tests/support/product.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import { optOutNumber } from '../../contacts/audience/opt-out.ts'

let product: TestProduct
let sender: Sender
let templateId: string
beforeAll(async () => {
  product = await startProduct({ sandbox: true })
  sender = await newSender(product)
  templateId = await realTemplate(product, sender.token, {
    body: undefined,
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
      { type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way to you today.' },
    ],
  })
})

const VARIABLES = { '1': 'Asha', '2': 'A-4711', 'header.1': '47' }
const send = (body: object = {}, id = templateId, who: { token: string } = sender, headers = {}) =>
  product.post(
    `/templates/${id}/test`,
    { mobile: '+91 98765 43210', variables: VARIABLES, ...body },
    { token: who.token, headers },
  )
const read = async (id: string) => (await product.get(`/messages/${id}`, { token: sender.token })).body

describe('a test message', () => {
  test('is one real message with the given values, charged at the price of the template', async () => {
    const { db } = product.deps
    const before = await figuresOf(db, sender.vendorId)
    const { status, body } = await send()
    expect({ status, body }).toEqual({
      status: 202,
      body: { messageId: expect.any(String), status: 'QUEUED', costMinorUnit: 15, currency: 'INR' },
    })
    await eventually(async () => expect(await read(body.messageId)).toMatchObject({ status: 'DELIVERED' }), 30_000)
    const calls = (await callsAt(product.sandbox)).filter((call) => call.biz_opaque_callback_data === body.messageId)
    expect(calls.map(({ to, body: { template } }) => [to, template.components])).toEqual([
      [
        '919876543210',
        [
          { type: 'header', parameters: [{ type: 'text', text: '47' }] },
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Asha' },
              { type: 'text', text: 'A-4711' },
            ],
          },
        ],
      ],
    ])
    expect(await read(body.messageId)).toMatchObject({
      kind: 'TEST',
      campaignId: null,
      wamid: calls[0]?.wamid,
      costMinorUnit: 15,
      errorCode: null,
    })
    expect((await figuresOf(db, sender.vendorId)).balance).toBe(before.balance - 15n)
  })

  test('requested twice with one idempotency key is sent once', async () => {
    const key = { 'idempotency-key': `test-${process.pid}` }
    const [first, second] = [await send({}, templateId, sender, key), await send({}, templateId, sender, key)]
    expect(second).toMatchObject({ status: 202, body: first.body, headers: { 'idempotency-replayed': 'true' } })
  })

  test('leaves no number or text in the log or in readable form in its row', async () => {
    const { body } = await send({ variables: { ...VARIABLES, '1': 'Zubeida Begum' } })
    const row = await product.deps.db
      .selectFrom('message')
      .selectAll()
      .where('id', '=', body.messageId)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
      /Zubeida|98765/,
    )
    expect(row.content_cipher?.includes('Zubeida')).toBe(false)
    expect(product.logLines.filter((line) => /Zubeida|9876543210/.test(line))).toEqual([])
  })

  test.each<[string, number, () => Promise<Awaited<ReturnType<typeof send>>>]>([
    ['VARIABLES_REQUIRED', 422, () => send({ variables: { '1': 'Asha' } })],
    ['VARIABLES_UNKNOWN', 422, () => send({ variables: { ...VARIABLES, '3': 'x' } })],
    ['VALIDATION_FAILED', 400, () => send({ variables: { ...VARIABLES, '1': ' ' } })],
    ['VALIDATION_FAILED', 400, () => send({ mobile: '12' })],
    ['VALIDATION_FAILED', 400, () => send({ to: 'x' })],
    ['NOT_FOUND', 404, async () => send({}, await approvedTemplate(product, (await newSender(product)).vendorId))],
    ['PRICING_NOT_FOUND', 422, () => send({ mobile: '+33 6 12 34 56 78' })],
    [
      'TEMPLATE_NOT_APPROVED',
      422,
      async () => {
        const id = await approvedTemplate(product, sender.vendorId)
        await product.deps.db.updateTable('template').set({ status: 'PAUSED' }).where('id', '=', id).execute()
        return send({ variables: {} }, id)
      },
    ],
    [
      'OPTED_OUT',
      409,
      async () => {
        const { deps } = product
        const now = deps.clock.now()
        await inTransaction(deps.db, (tx) => optOutNumber(tx, deps, sender.vendorId, '919876500000', 'STOP', now))
        return send({ mobile: '919876500000' })
      },
    ],
    [
      'SUBSCRIPTION_REQUIRED',
      403,
      async () => {
        const { token, vendorId } = await newVendor(product)
        await addMoney(product, vendorId as VendorId, 1_000)
        return send({ variables: {} }, await approvedTemplate(product, vendorId as VendorId), { token })
      },
    ],
    [
      'INSUFFICIENT_BALANCE',
      402,
      async () => {
        const poor = await newSender(product, { balanceMinorUnit: 0 })
        return send({ variables: {} }, poor.templateId, poor)
      },
    ],
  ])('is refused with %s (%i)', async (code, status, attempt) => {
    expect(await attempt()).toMatchObject({ status, body: { code } })
  })
})
