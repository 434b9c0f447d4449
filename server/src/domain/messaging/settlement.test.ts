import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CallbackStatus, type MessageState, settle } from './settlement.ts'

const NEW: MessageState = { status: 'SENDING', settledAs: null, isRead: false, isCounted: false, isPresumed: false }
const CHARGE = 'null → CAPTURED'
const CHARGE_REFUNDED = 'CAPTURED → REFUNDED'
const HOLD_RELEASED = 'null → REFUNDED'
const run = (callbacks: readonly CallbackStatus[], from = NEW) => {
  let message = from
  const money: string[] = []
  let count = 0
  let conflicts = 0
  for (const callback of callbacks) {
    const { next, isDiscrepancy } = settle(message, callback)
    if (next.settledAs !== message.settledAs) money.push(`${message.settledAs} → ${next.settledAs}`)
    count += Number(next.isCounted) - Number(message.isCounted)
    conflicts += isDiscrepancy ? 1 : 0
    message = next
  }
  return { message, money, count, conflicts }
}
const orders = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, i) => orders(items.filter((_, j) => j !== i)).map((o) => [item, ...o]))

describe('a message', () => {
  test('delivered and read, reported twice and in any order, is charged and counted once', () => {
    for (const callbacks of orders<CallbackStatus>(['sent', 'delivered', 'read', 'sent', 'delivered', 'read']))
      expect(run(callbacks)).toEqual({
        message: { ...NEW, status: 'DELIVERED', settledAs: 'CAPTURED', isRead: true, isCounted: true },
        money: [CHARGE],
        count: 1,
        conflicts: 0,
      })
  })

  test('is read when the provider says so, and not before', () => {
    expect(run(['sent']).message).toMatchObject({ status: 'SENT', isRead: false })
    expect(run(['sent', 'delivered']).message).toMatchObject({ status: 'DELIVERED', isRead: false })
    expect(run(['read', 'delivered']).message).toMatchObject({ status: 'DELIVERED', isRead: true })
  })

  test('that fails, reported twice and in any order, ends refunded once and is not counted', () => {
    for (const callbacks of orders<CallbackStatus>(['sent', 'failed', 'sent', 'failed'])) {
      const { message, money, count } = run(callbacks)
      expect(message).toMatchObject({ status: 'FAILED', settledAs: 'REFUNDED', isCounted: false })
      expect(money).toEqual(callbacks[0] === 'sent' ? [CHARGE, CHARGE_REFUNDED] : [HOLD_RELEASED])
      expect(count).toBe(0)
    }
  })

  test('both delivered and failed: the first one stands, the other is a conflict that moves no money', () => {
    for (const callbacks of orders<CallbackStatus>(['sent', 'delivered', 'failed'])) {
      const { message, money, conflicts } = run(callbacks)
      const deliveredFirst = callbacks.indexOf('delivered') < callbacks.indexOf('failed')
      expect(message.status).toBe(deliveredFirst ? 'DELIVERED' : 'FAILED')
      expect(money.filter((move) => move !== CHARGE)).toHaveLength(deliveredFirst ? 0 : 1)
      expect(conflicts).toBe(1)
    }
  })

  test('in 20,000 random sequences money is charged at most once and refunded at most once, and the count agrees', () => {
    const callback = fc.constantFrom<CallbackStatus>('sent', 'delivered', 'read', 'failed')
    const start = fc.constantFrom<MessageState['status']>('SENDING', 'SENT', 'UNKNOWN')
    fc.assert(
      fc.property(fc.array(callback, { maxLength: 12 }), start, (callbacks, status) => {
        const { message, money, count } = run(callbacks, { ...NEW, status })
        expect(money.filter((move) => move === CHARGE).length).toBeLessThanOrEqual(1)
        expect(money.filter((move) => move !== CHARGE).length).toBeLessThanOrEqual(1)
        expect(count).toBe(message.isCounted ? 1 : 0)
        if (message.settledAs === 'CAPTURED') expect(money).toEqual([CHARGE])
        if (message.settledAs === 'REFUNDED') expect(money.at(-1)).not.toBe(CHARGE)
      }),
      { numRuns: 20_000 },
    )
  })

  test('charged without an update: a late delivery moves no money, a late failure refunds it once', () => {
    const silent: MessageState = { ...NEW, status: 'SENT', settledAs: 'CAPTURED', isCounted: true }
    expect(run(['sent', 'delivered', 'read'], silent)).toEqual({
      message: { ...silent, status: 'DELIVERED', isRead: true },
      money: [],
      count: 0,
      conflicts: 0,
    })
    expect(run(['failed', 'failed', 'sent'], silent)).toMatchObject({
      message: { status: 'FAILED', settledAs: 'REFUNDED', isCounted: false },
      money: [CHARGE_REFUNDED],
      count: -1,
      conflicts: 0,
    })
  })

  test.each([
    ['FAILED', true],
    ['SENT', false],
  ] as const)(
    'presumed failed (%s): a later update of the provider stands, moves no money and is not counted',
    (status, isPresumed) => {
      const given: MessageState = { ...NEW, status, settledAs: 'REFUNDED', isPresumed }
      for (const callbacks of orders<CallbackStatus>(['sent', 'delivered', 'read', 'failed', 'failed'])) {
        const { message, money, count, conflicts } = run(callbacks, given)
        const verdict = callbacks.find((callback) => callback !== 'sent')
        expect(message).toMatchObject({
          status: verdict === 'failed' ? 'FAILED' : 'DELIVERED',
          settledAs: 'REFUNDED',
          isCounted: false,
          isPresumed: false,
        })
        expect({ money, count }).toEqual({ money: [], count: 0 })
        expect(conflicts).toBe(verdict === 'failed' ? 2 : 4)
      }
      expect(run(['sent'], given)).toMatchObject({ message: given, conflicts: 0 })
    },
  )

  test('a cancelled message stays cancelled', () => {
    const cancelled: MessageState = { ...NEW, status: 'CANCELLED', settledAs: 'REFUNDED' }
    expect(run(['sent', 'delivered', 'failed'], cancelled)).toMatchObject({ message: cancelled, money: [], count: 0 })
  })
})
