import { beforeAll, describe, expect, test } from 'vitest'
import { givenCampaign } from '../../../tests/support/campaigns/campaign-rows.ts'
import { bareSender, campaignRow, messagesOf } from '../../../tests/support/campaigns/campaigns.ts'
import { accepted, refused, scriptedProvider, sendAll } from '../../../tests/support/messaging/dispatch.ts'
import { handleStatuses } from '../../../tests/support/messaging/handle-statuses.ts'
import { sealedId } from '../../../tests/support/messaging/sealed-id.ts'
import { figuresOf } from '../../../tests/support/money/wallets.ts'
import { startProduct, type TestProduct } from '../../../tests/support/product.ts'
import { MINUTE_MS } from '../../domain/durations.ts'
import { SEND_TRIES_MAX } from '../../domain/messaging/provider-errors.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { SendOutcome } from '../../ports/messaging-provider.ts'
import { isFailing } from '../campaigns/lifecycle/failure-rate.ts'
import { expireSending } from '../messages/sending/outcomes.ts'
import { settleStatusUpdates } from '../messages/settlement/settle-status-updates.ts'
import { readProviderState, resumeSending } from './provider/provider-state.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startProduct({
    without: ['WORKER', 'OUTBOX'],
    env: { DISPATCH_RATE_PER_SECOND: '100000', SENDING_LEASE_SECONDS: '1' },
  })
})

async function campaignOf(contacts: number) {
  const sender = await bareSender(product, { contacts })
  const campaignId = await givenCampaign(product, sender)
  const rows = () => messagesOf(product, campaignId)
  const ids = (await rows()).map(({ id }) => id)
  const answeringEach = async (answer: () => SendOutcome) => {
    const { provider, calls } = scriptedProvider(answer)
    await sendAll(product.deps, sender.vendorId, ids, provider)
    return calls
  }
  const answering = (answer: SendOutcome) => answeringEach(() => answer)
  return { ...sender, campaignId, ids, rows, answering, accepting: () => answeringEach(accepted) }
}
const now = () => product.deps.clock.now().getTime()

describe('a message', () => {
  test('that is refused temporarily waits longer each time, and after the last attempt fails and is refunded', async () => {
    const { vendorId, rows, answering } = await campaignOf(1)
    const before = await figuresOf(product.deps.db, vendorId)
    const waits: number[] = []
    for (let tries = 1; tries < SEND_TRIES_MAX; tries++) {
      expect(await answering(refused(131000))).toHaveLength(1)
      const [row] = await rows()
      expect(row).toMatchObject({ status: 'QUEUED', retry_count: tries, error_code: '131000' })
      const waitMs = (row?.due_at.getTime() ?? 0) - now()
      waits.push(waitMs / 1_000)
      expect(await answering(refused(131000))).toHaveLength(0)
      await product.advance(Math.ceil(waitMs / 1_000) + 1)
    }
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThan(5 * 2 ** i - 3)
      expect(wait).toBeLessThanOrEqual(5 * 2 ** i * 1.25)
    }
    await answering(refused(131000))
    expect(await rows()).toMatchObject([{ status: 'FAILED', settled_as: 'REFUNDED', error_code: '131000' }])
    expect((await figuresOf(product.deps.db, vendorId)).balance).toBe(before.balance + 100n)
  })

  test('that is refused permanently fails at once, is refunded and becomes a dead letter', async () => {
    const { vendorId, ids, rows, answering } = await campaignOf(3)
    await answering(refused(131026))
    for (const row of await rows())
      expect(row).toMatchObject({ status: 'FAILED', settled_as: 'REFUNDED', error_code: '131026' })
    const letters = await product.deps.db
      .selectFrom('dead_letter')
      .select(['id', 'kind'])
      .where('vendor_id', '=', vendorId)
      .orderBy('id')
      .execute()
    expect(letters).toEqual(ids.map((id) => ({ id, kind: 'MESSAGE' })))
  })

  test('without an answer becomes UNKNOWN at once and is never sent again', async () => {
    const { ids, rows, answering } = await campaignOf(2)
    expect(await answering({ kind: 'unknown' })).toHaveLength(ids.length)
    for (const row of await rows()) expect(row).toMatchObject({ status: 'UNKNOWN', settled_as: null })
    expect(await answering(accepted())).toHaveLength(0)
  })

  test('whose worker died becomes UNKNOWN when its lease ends, and a late answer still counts', async () => {
    const { vendorId, ids, rows } = await campaignOf(1)
    let answer: (outcome: SendOutcome) => void = () => {}
    const { provider, calls } = scriptedProvider(() => new Promise((resolve) => (answer = resolve)))
    const sending = sendAll(product.deps, vendorId, ids, provider)
    await expect.poll(() => calls.length).toBe(1)
    expect(await rows()).toMatchObject([{ status: 'SENDING' }])
    await expect
      .poll(
        async () => {
          await expireSending(product.deps)
          return (await rows())[0]?.status
        },
        { timeout: 20_000 },
      )
      .toBe('UNKNOWN')
    answer(accepted())
    await sending
    expect(await rows()).toMatchObject([{ status: 'SENT', wamid: expect.stringMatching(/^sealed1/) }])
  })

  test('whose status update arrived before our commit keeps that status', async () => {
    const { vendorId, ids, rows } = await campaignOf(1)
    const { provider } = scriptedProvider(async ({ reference }) => {
      const outcome = accepted()
      const wamid = await sealedId(product, 'wamid' in outcome ? outcome.wamid : '')
      await settleStatusUpdates(product.deps, [{ wamid, reference, status: 'delivered', at: product.deps.clock.now() }])
      return outcome
    })
    await sendAll(product.deps, vendorId, ids, provider)
    expect(await rows()).toMatchObject([{ status: 'DELIVERED', settled_as: 'CAPTURED' }])
  })
})

describe('an answer that arrives after a status update', () => {
  const receiveStatus = async (status: 'sent' | 'delivered', reference: string, at: Date) =>
    settleStatusUpdates(product.deps, [{ wamid: await sealedId(product, `wamid.${reference}`), reference, status, at }])

  test('with an unknown outcome keeps the status of the update', async () => {
    const { vendorId, ids, rows } = await campaignOf(1)
    const { provider } = scriptedProvider(async ({ reference }) => {
      await receiveStatus('delivered', reference, product.deps.clock.now())
      return { kind: 'unknown' }
    })
    await sendAll(product.deps, vendorId, ids, provider)
    expect(await rows()).toMatchObject([{ status: 'DELIVERED', settled_as: 'CAPTURED' }])
  })

  test('keeps the time of the update', async () => {
    const { vendorId, ids, rows } = await campaignOf(1)
    const at = new Date(now() - MINUTE_MS)
    const { provider } = scriptedProvider(async ({ reference }) => {
      const wamid = `wamid.${reference}`
      await receiveStatus('sent', reference, at)
      return { kind: 'accepted', wamid, isHeld: false }
    })
    await sendAll(product.deps, vendorId, ids, provider)
    expect(await rows()).toMatchObject([{ status: 'SENT', sent_at: at }])
  })

  test('with a refusal does not requeue a message that was given up as UNKNOWN', async () => {
    const { vendorId, ids, rows } = await campaignOf(1)
    const { provider } = scriptedProvider(async ({ reference }) => {
      await product.deps.db.updateTable('message').set({ status: 'UNKNOWN' }).where('id', '=', reference).execute()
      return refused(131000)
    })
    await sendAll(product.deps, vendorId, ids, provider)
    expect(await rows()).toMatchObject([{ status: 'UNKNOWN', retry_count: 0 }])
  })
})

describe('all sending', () => {
  test('slows down when the provider asks for it or cannot be reached, and no message is lost', async () => {
    for (const answer of [refused(130429), { kind: 'not-sent' } as const]) {
      const { rows, answering } = await campaignOf(2)
      await answering(answer)
      expect(await readProviderState(product.deps.db)).toMatchObject({ isSlow: true, stoppedAt: null })
      for (const row of await rows()) {
        expect(row).toMatchObject({ status: 'QUEUED', retry_count: answer.kind === 'not-sent' ? 0 : 1 })
        expect(row.due_at.getTime()).toBeGreaterThan(now())
      }
      await product.deps.db
        .updateTable('provider_state')
        .set({ slow_until: new Date(0) })
        .execute()
    }
    expect(product.logLines.some((line) => line.includes('provider.unreachable'))).toBe(true)
  })

  test.each([0, 3, 10, 33, 190, 200, 299, 368, 131005, 131031, 131042, 131045, 133010])(
    'stops at %i until an operator says otherwise; no message has lost a try',
    async (code) => {
      const stricken = await campaignOf(2)
      const bystander = await campaignOf(2)
      await stricken.answering(refused(code))
      expect(await readProviderState(product.deps.db)).toMatchObject({ stoppedCode: code })
      for (const row of await stricken.rows())
        expect(row).toMatchObject({ status: 'QUEUED', retry_count: 0, settled_as: null })
      expect(await bystander.answering(accepted())).toHaveLength(0)
      await inTransaction(product.deps.db, (tx) => resumeSending(tx, product.deps.clock.now()))
      for (const { answering } of [stricken, bystander]) expect(await answering(refused(131026))).toHaveLength(2)
    },
  )

  test('stops once for an account error in a status update, and not again for one from before the resumption', async () => {
    const { deps } = product
    const reportSent = (at: Date) =>
      handleStatuses(deps, [{ id: 'wamid.nobody', status: 'failed', errors: [{ code: 131042 }] }], at)
    const at = deps.clock.now()
    await reportSent(at)
    expect(await readProviderState(deps.db)).toMatchObject({ stoppedCode: 131042 })
    await product.advance(5)
    await inTransaction(deps.db, (tx) => resumeSending(tx, deps.clock.now()))
    await reportSent(at)
    expect(await readProviderState(deps.db)).toMatchObject({ stoppedAt: null })
  })
})

describe('a campaign', () => {
  const stateOf = async (campaignId: string) => {
    const { status, pause_reason } = await campaignRow(product, campaignId)
    return [status, pause_reason]
  }
  const PAUSED = ['PAUSED', 'TEMPLATE_NOT_APPROVED']

  test.each([132001, 132015])(
    'pauses with all others of its template when the provider will not have that (%i), and goes on with every recipient',
    async (code) => {
      const met = await campaignOf(2)
      const sibling = await givenCampaign(product, met)
      const stranger = await campaignOf(1)
      await met.answering(refused(code))
      expect(await stateOf(met.campaignId)).toEqual(PAUSED)
      expect(await stateOf(sibling)).toEqual(PAUSED)
      expect(await stateOf(stranger.campaignId)).toEqual(['RUNNING', null])
      for (const row of await met.rows())
        expect(row).toMatchObject({ status: 'QUEUED', retry_count: 0, error_code: String(code) })
      await product.deps.db
        .updateTable('campaign')
        .set({ status: 'RUNNING', pause_reason: null })
        .where('id', '=', met.campaignId)
        .execute()
      expect(await met.accepting()).toHaveLength(2)
    },
  )

  test('pauses alone when the number has a spam limit, and later continues with every recipient', async () => {
    const met = await campaignOf(2)
    const sibling = await givenCampaign(product, met)
    await met.answering(refused(131048))
    expect(await stateOf(met.campaignId)).toEqual(['PAUSED', 'PROVIDER_LIMIT'])
    expect(await stateOf(sibling)).toEqual(['RUNNING', null])
    for (const row of await met.rows()) expect(row).toMatchObject({ status: 'QUEUED', retry_count: 0 })
  })

  test('pauses with all campaigns of its template for a status update, but not for one from before its resumption', async () => {
    const { deps } = product
    const { campaignId, vendorId, templateId, listId, rows, accepting } = await campaignOf(2)
    const sibling = await givenCampaign(product, { vendorId, templateId, listId })
    await accepting()
    const [message] = await rows()
    const failed = { status: 'failed', errors: [{ code: 132015 }], biz_opaque_callback_data: message?.id }
    const reportSent = (at: Date) =>
      handleStatuses(deps, [{ ...failed, id: message?.wamid, timestamp: Math.floor(at.getTime() / 1_000) }], at)
    const at = deps.clock.now()
    await reportSent(at)
    expect([await stateOf(campaignId), await stateOf(sibling)]).toEqual([PAUSED, PAUSED])
    expect((await rows())[0]).toMatchObject({ status: 'FAILED', settled_as: 'REFUNDED', error_code: '132015' })
    await product.advance(5)
    const resumed = { status: 'RUNNING', pause_reason: null, updated_at: deps.clock.now() } as const
    await deps.db.updateTable('campaign').set(resumed).where('vendor_id', '=', vendorId).execute()
    await reportSent(at)
    expect([await stateOf(campaignId), await stateOf(sibling)]).toEqual([
      ['RUNNING', null],
      ['RUNNING', null],
    ])
  })

  test('is not paused for failures of the account, which any campaign would meet', async () => {
    const { deps } = product
    const { campaignId, rows, accepting } = await campaignOf(4)
    await accepting()
    const fail = (errorCode: number) => async (message: { wamid: string | null } | undefined) =>
      settleStatusUpdates(deps, [{ wamid: message?.wamid ?? '', status: 'failed', at: deps.clock.now(), errorCode }])
    const isHeld = async () =>
      isFailing(
        { ...deps, config: { ...deps.config, CAMPAIGN_HOLD_MIN: 1, CAMPAIGN_HOLD_PERCENT: 20 } },
        await campaignRow(product, campaignId),
      )
    const [first, second, third] = await rows()
    for (const message of [first, second]) await fail(131042)(message)
    expect(await isHeld()).toBe(false)
    await fail(131026)(third)
    expect(await isHeld()).toBe(true)
  })
})

test('an accepted message that fails with an account error is refunded and may be retried', async () => {
  const { deps } = product
  const { vendorId, rows, accepting } = await campaignOf(1)
  const before = await figuresOf(deps.db, vendorId)
  await accepting()
  const [message] = await rows()
  await handleStatuses(
    deps,
    [{ id: message?.wamid, status: 'failed', errors: [{ code: 131042 }] }],
    new Date(deps.clock.now().getTime() + 1_000),
  )
  expect(await rows()).toMatchObject([{ status: 'FAILED', settled_as: 'REFUNDED', error_code: '131042' }])
  expect((await figuresOf(deps.db, vendorId)).balance).toBe(before.balance + 100n)
  expect(await readProviderState(deps.db)).toMatchObject({ stoppedCode: 131042 })
  await inTransaction(deps.db, (tx) => resumeSending(tx, deps.clock.now()))
})
