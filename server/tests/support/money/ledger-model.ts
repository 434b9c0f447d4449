import fc from 'fast-check'
import { MINOR_UNITS_MAX } from '../../../src/domain/money/money.ts'
import type { LedgerEntry } from '../../../src/features/wallet/move-money.ts'

/** What a test does to a wallet in one transaction. */
export type Act =
  | { kind: 'move'; movements: LedgerEntry[] }
  | { kind: 'capture'; captures: { hold: string; amountMinorUnit: bigint }[] }

interface Hold {
  amount: bigint
  bonus: bigint
  captured: bigint
  returned: bigint
  returnedBonus: bigint
}

export interface Model {
  balance: bigint
  bonus: bigint
  reserved: bigint
  rows: bigint
  holds: Map<string, Hold>
  moved: Map<string, LedgerEntry & { bonus: bigint }>
}

export const emptyModel = (): Model => ({
  balance: 0n,
  bonus: 0n,
  reserved: 0n,
  rows: 0n,
  holds: new Map(),
  moved: new Map(),
})

type Outcome = 'APPLIED' | 'KNOWN' | 'INSUFFICIENT'

/** The rules of the wallet as simple code. Undefined when the act is refused, which changes nothing. */
export function perform(before: Model, act: Act): { after: Model; outcomes: Outcome[] } | undefined {
  const after = structuredClone(before)
  const outcomes: Outcome[] = []
  if (act.kind === 'capture') {
    for (const { hold, amountMinorUnit } of act.captures) {
      const held = after.holds.get(hold)
      if (!held || openOf(held) < amountMinorUnit) return undefined
      held.captured += amountMinorUnit
      after.reserved -= amountMinorUnit
    }
    return { after, outcomes }
  }
  for (const movement of act.movements) {
    const outcome = moveOne(after, movement)
    if (!outcome) return undefined
    outcomes.push(outcome)
  }
  return { after, outcomes }
}

const openOf = ({ amount, captured, returned }: Hold) => amount - captured - returned
const least = (a: bigint, b: bigint) => (a < b ? a : b)

function moveOne(model: Model, movement: LedgerEntry): Outcome | undefined {
  const { type, amountMinorUnit: amount, idempotencyKey } = movement
  const known = model.moved.get(idempotencyKey)
  if (known) return isSame(known, movement) ? 'KNOWN' : undefined
  const takes = type === 'DEBIT' || type === 'RESERVED'
  if (takes && amount > model.balance) return 'INSUFFICIENT'
  if (!takes && model.balance + amount > MINOR_UNITS_MAX) return undefined
  const bonus = takes
    ? least(model.bonus, amount)
    : type === 'BONUS'
      ? amount
      : type === 'CREDIT'
        ? 0n
        : giveBack(model, movement)
  if (bonus === undefined) return undefined
  if (type === 'RESERVED') reserve(model, movement.hold as string, amount, bonus)
  model.balance += takes ? -amount : amount
  model.bonus += takes ? -bonus : bonus
  model.rows += 1n
  model.moved.set(idempotencyKey, { ...movement, bonus })
  return 'APPLIED'
}

const isSame = (a: LedgerEntry, b: LedgerEntry) =>
  a.type === b.type && a.amountMinorUnit === b.amountMinorUnit && a.hold === b.hold && a.refundOf === b.refundOf

function reserve(model: Model, id: string, amount: bigint, bonus: bigint) {
  const held = model.holds.get(id) ?? { amount: 0n, bonus: 0n, captured: 0n, returned: 0n, returnedBonus: 0n }
  model.holds.set(id, { ...held, amount: held.amount + amount, bonus: held.bonus + bonus })
  model.reserved += amount
}

/** The bonus part of a refund: paid money is returned first. Undefined when there is not enough to return. */
function giveBack(
  model: Model,
  { amountMinorUnit: amount, hold, refundOf, fromCaptured }: LedgerEntry,
): bigint | undefined {
  if (refundOf !== undefined) {
    const debit = model.moved.get(refundOf)
    if (debit?.type !== 'DEBIT') return undefined
    const earlier = [...model.moved.values()].filter((one) => one.refundOf === refundOf)
    const returned = earlier.reduce((sum, one) => sum + one.amountMinorUnit, 0n)
    const returnedPaid = earlier.reduce((sum, one) => sum + one.amountMinorUnit - one.bonus, 0n)
    if (returned + amount > debit.amountMinorUnit) return undefined
    return amount - least(amount, debit.amountMinorUnit - debit.bonus - returnedPaid)
  }
  const held = model.holds.get(hold as string)
  if (!held || amount > (fromCaptured ? held.captured : openOf(held))) return undefined
  const bonus = amount - least(amount, held.amount - held.bonus - (held.returned - held.returnedBonus))
  held.returned += amount
  held.returnedBonus += bonus
  if (fromCaptured) held.captured -= amount
  else model.reserved -= amount
  return bonus
}

/** What must hold in every state. */
export function modelProblems({ balance, bonus, reserved, holds }: Model): string[] {
  const open = [...holds.values()].reduce((sum, held) => sum + openOf(held), 0n)
  return [
    ...(balance < 0n ? ['the balance is below zero'] : []),
    ...(bonus < 0n || bonus > balance ? ['bonus and balance disagree'] : []),
    ...(reserved !== open ? ['reserved is not what the holds have open'] : []),
    ...([...holds.values()].some((held) => openOf(held) < 0n) ? ['a hold was resolved twice'] : []),
  ]
}

const amount = fc.oneof(
  { weight: 30, arbitrary: fc.bigInt(1n, 60n) },
  { weight: 5, arbitrary: fc.bigInt(1n, 1_000n) },
  { weight: 1, arbitrary: fc.bigInt(MINOR_UNITS_MAX - 60n, MINOR_UNITS_MAX) },
)
const holdId = fc.integer({ min: 1, max: 3 }).map((n) => `00000000-0000-7000-8000-00000000000${n}`)
const key = fc.integer({ min: 1, max: 14 }).map((n) => `k${n}`)
const base = { amountMinorUnit: amount, idempotencyKey: key, description: fc.constant('modelled') }

const draft: fc.Arbitrary<LedgerEntry> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...base, type: fc.constantFrom('CREDIT', 'BONUS') }) },
  { weight: 4, arbitrary: fc.record({ ...base, type: fc.constant('DEBIT') }) },
  { weight: 4, arbitrary: fc.record({ ...base, type: fc.constant('RESERVED'), hold: holdId }) },
  {
    weight: 4,
    arbitrary: fc.record({ ...base, type: fc.constant('REFUND'), hold: holdId, fromCaptured: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ ...base, type: fc.constant('REFUND'), refundOf: key }) },
)

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('move'), movements: fc.array(draft, { minLength: 1, maxLength: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('capture'),
      captures: fc.array(fc.record({ hold: holdId, amountMinorUnit: fc.bigInt(1n, 30n) }), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
  },
)

/** A random history of a wallet. Some acts are repeated exactly, as after a lost answer. */
export const history = (acts: number): fc.Arbitrary<Act[]> =>
  fc
    .array(fc.tuple(act, fc.integer({ min: 0, max: 99 })), { minLength: 1, maxLength: acts })
    .map((drawn) => drawn.map(([one, again], i) => (again < 20 && i > 0 ? (drawn[again % i]?.[0] ?? one) : one)))
