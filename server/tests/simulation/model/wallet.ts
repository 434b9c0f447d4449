import { inPaise, valueIn } from './currency.ts'
import type { LedgerEntry, Model } from './model.ts'

export function book(model: Model, entry: Omit<LedgerEntry, 'paise'>) {
  model.wallet.ledger.push({ ...entry, paise: inPaise(model.shared, entry.amount, model.currency) })
  model.wallet.movedAt = model.now
}

/** Without what messages under way will cost. */
export const spendable = ({ wallet }: Model) => Math.max(0, wallet.balance - wallet.inFlight)

/** Adds money. Of a CREDIT nothing is bonus, of a BONUS all of it. */
export function add(model: Model, type: 'CREDIT' | 'BONUS', amount: number, also: Partial<LedgerEntry> = {}) {
  if (amount === 0) return
  const bonus = type === 'BONUS' ? amount : 0
  model.wallet.balance += amount
  model.wallet.bonus += bonus
  book(model, { type, amount, bonus, ...also })
}

/** Part of what was paid for a plan comes back as bonus, in the currency of the wallet. */
export function returnAsBonus(model: Model, paise: number) {
  model.returnedPaise += paise
  add(model, 'BONUS', valueIn(model.shared, paise, model.currency))
}

/** Takes money, bonus first unless the paid part is to be taken first. */
export function take(model: Model, type: 'DEBIT' | 'RESERVED', amount: number, isPaidFirst = false) {
  if (amount === 0) return { bonus: 0 }
  const { wallet } = model
  const paid = wallet.balance - wallet.bonus
  const bonus = isPaidFirst ? Math.max(0, amount - paid) : Math.min(amount, wallet.bonus)
  wallet.balance -= amount
  wallet.bonus -= bonus
  book(model, { type, amount, bonus })
  return { bonus }
}
