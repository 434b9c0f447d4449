import type { Model } from '../model/model.ts'
import type { Walker } from './walker.ts'

/**
 * By the gateway's own books: what a vendor got out never exceeds what it paid in and what operators granted. Money
 * that came in and is still there is the wallet, what was spent, refunded, kept as a fee or forfeited.
 */
export function conservationFault(walker: Walker, model: Model): string | undefined {
  const { payments, refunds } = walker.world.outside.gateway
  const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)
  const paidIn = sum([...payments.values()].map(({ amount }) => amount))
  const paidOut = sum([...refunds.values()].filter(({ status }) => status !== 'failed').map(({ amount }) => amount))
  const manual = sum(model.requests.map(({ manual }) => manual))
  const granted = sum(
    model.wallet.ledger
      .filter(({ isOperators, isCorrected }) => isOperators && !isCorrected)
      .map(({ amount }) => amount),
  )
  if (paidOut + manual > paidIn + granted)
    return `${paidOut + manual} went out, but only ${paidIn} came in and ${granted} was granted`
  return undefined
}
