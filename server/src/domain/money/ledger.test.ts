import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyHead, headAfter, headDiffers, type LedgerRow, ledgerLine, rowProblem } from './ledger.ts'
import { DEDUCTING_TYPES, LEDGER_TYPES, type LedgerType } from './ledger-signs.ts'

const START = emptyHead('wallet-1', 'INR')
const ROW: LedgerRow = {
  sequence: 1n,
  id: 'row-1',
  walletId: 'wallet-1',
  type: 'CREDIT',
  amountMinorUnit: 500n,
  bonusMinorUnit: 100n,
  balanceAfterMinorUnit: 500n,
  bonusAfterMinorUnit: 100n,
  currency: 'INR',
  amountInrPaise: 500n,
  exchangeRateUsed: '1.0000000000',
  isRateStale: false,
  referenceType: 'ORDER',
  referenceId: 'order-1',
  holdId: 'hold-1',
  refundOf: 'row-0',
  idempotencyKey: 'pay-1',
  description: 'Recharge',
  createdAtMicros: 1_000n,
  prevHash: START.hash,
  hash: 'abc',
}
/** A row whose stored hash is the computed one, so that only the chain can be wrong. */
const problemOf = (change: Partial<LedgerRow>, head = START) =>
  rowProblem(head, { ...ROW, ...change }, change.hash ?? ROW.hash)

test('credits, refunds and bonus add to the balance; debits and reservations take from it', () => {
  const after = (type: LedgerType) => headAfter({ ...START, balanceMinorUnit: 900n }, { ...ROW, type }).balanceMinorUnit
  expect(Object.fromEntries(LEDGER_TYPES.map((type) => [type, after(type)]))).toEqual({
    CREDIT: 1_400n,
    REFUND: 1_400n,
    BONUS: 1_400n,
    DEBIT: 400n,
    RESERVED: 400n,
  })
  expect(DEDUCTING_TYPES).toEqual(['DEBIT', 'RESERVED'])
})

describe('a row of the ledger', () => {
  test('that follows from the row before it has no problem', () => {
    expect(problemOf({})).toBeUndefined()
    const second = headAfter(START, ROW)
    const spent = { amountMinorUnit: 500n, balanceAfterMinorUnit: 0n, bonusAfterMinorUnit: 0n }
    expect(problemOf({ ...spent, type: 'DEBIT', sequence: 2n, prevHash: 'abc' }, second)).toBeUndefined()
  })

  test('with another number than the next is missing, whatever else is wrong', () => {
    for (const sequence of [0n, 2n]) expect(problemOf({ sequence, currency: 'USD' })).toBe('ROW_MISSING')
  })

  test('whose contents have another hash was altered', () => {
    expect(rowProblem(START, ROW, 'other')).toBe('ROW_ALTERED')
  })

  test.each<[string, Partial<LedgerRow>]>([
    ['another previous hash', { prevHash: 'f'.repeat(64) }],
    ['another wallet', { walletId: 'wallet-2' }],
    ['another currency', { currency: 'USD' }],
    ['no amount', { amountMinorUnit: 0n, balanceAfterMinorUnit: 0n, bonusMinorUnit: 0n, bonusAfterMinorUnit: 0n }],
    ['a balance that its amount does not lead to', { balanceAfterMinorUnit: 501n }],
    ['a bonus that its amount does not lead to', { bonusAfterMinorUnit: 99n }],
    ['a bonus below zero', { bonusMinorUnit: -1n, bonusAfterMinorUnit: -1n }],
    ['more bonus than balance', { bonusMinorUnit: 501n, bonusAfterMinorUnit: 501n }],
  ])('with %s breaks the chain', (_, change) => expect(problemOf(change)).toBe('CHAIN_BROKEN'))

  test('may be of the same instant as the one before it, and not of an earlier one', () => {
    const head = { ...START, atMicros: ROW.createdAtMicros }
    expect(problemOf({}, head)).toBeUndefined()
    expect(problemOf({ createdAtMicros: ROW.createdAtMicros - 1n }, head)).toBe('CHAIN_BROKEN')
  })

  test('may be bonus entirely', () => {
    expect(problemOf({ type: 'BONUS', bonusMinorUnit: 500n, bonusAfterMinorUnit: 500n })).toBeUndefined()
  })

  test('has a hash over every field, so that no field can be changed or moved to another', () => {
    const { hash: _, ...covered } = ROW
    const altered = (key: string, value: unknown) =>
      typeof value === 'bigint' ? value + 1n : typeof value === 'boolean' ? !value : `${key} was altered`
    for (const [key, value] of Object.entries(covered))
      expect(ledgerLine({ ...ROW, [key]: altered(key, value) }), key).not.toBe(ledgerLine(ROW))
    const lines = ledgerLine({ ...ROW, referenceType: null, referenceId: null, holdId: null, refundOf: null }).split(
      '\n',
    )
    expect(lines).toHaveLength(ledgerLine(ROW).split('\n').length)
    expect(lines.filter((line) => line === '')).toHaveLength(4)
    expect(lines[0]).toBe('harkara-ledger-1')
  })
})

test('a stored head that differs in any field from the computed one is found', () => {
  const head = headAfter(START, ROW)
  expect(headDiffers(head, { ...head })).toBe(false)
  for (const [key, value] of Object.entries(head))
    expect(headDiffers(head, { ...head, [key]: typeof value === 'bigint' ? value + 1n : `${value}x` }), key).toBe(true)
})

test('a chain built by the rules is accepted from its first row to its last', () => {
  const step = fc.record({ type: fc.constantFrom(...LEDGER_TYPES), share: fc.integer({ min: 1, max: 100 }) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let head = START
      for (const [i, { type, share }] of steps.entries()) {
        const amount = DEDUCTING_TYPES.includes(type) ? (head.balanceMinorUnit * BigInt(share)) / 100n : BigInt(share)
        if (amount === 0n) continue
        const bonus = type === 'BONUS' ? amount : 0n
        const taken = DEDUCTING_TYPES.includes(type) && head.bonusMinorUnit < amount ? head.bonusMinorUnit : bonus
        const used = DEDUCTING_TYPES.includes(type) && head.bonusMinorUnit >= amount ? amount : taken
        const row = { ...ROW, type, amountMinorUnit: amount, bonusMinorUnit: used, sequence: head.sequence + 1n }
        const next = headAfter(head, { ...row, hash: `hash ${i}` })
        const full = {
          ...row,
          balanceAfterMinorUnit: next.balanceMinorUnit,
          bonusAfterMinorUnit: next.bonusMinorUnit,
          prevHash: head.hash,
          hash: `hash ${i}`,
        }
        expect(rowProblem(head, full, full.hash)).toBeUndefined()
        head = next
      }
    }),
  )
})
