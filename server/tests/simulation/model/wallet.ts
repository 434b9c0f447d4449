import type { LedgerEntry, Model } from './model.ts'

export function book(model: Model, entry: LedgerEntry) {
  model.wallet.ledger.push(entry)
  model.wallet.movedAt = model.now
}

/** Adds money. Of a CREDIT nothing is bonus, of a BONUS all of it. */
export function add(model: Model, type: 'CREDIT' | 'BONUS', amount: number, also: Partial<LedgerEntry> = {}) {
  if (amount === 0) return
  const bonus = type === 'BONUS' ? amount : 0
  model.wallet.balance += amount
  model.wallet.bonus += bonus
  book(model, { type, amount, bonus, ...also })
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
