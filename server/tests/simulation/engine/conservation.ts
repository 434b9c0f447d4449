import type { Model } from '../model/model.ts'
import type { GatewayPayment } from '../world/fake-gateway.ts'
import type { Books } from './books.ts'
import type { Walker } from './walker.ts'

/**
 * All money is somewhere, in each currency: what came in by the gateway's books and what operators granted is in the
 * wallet or reserved, spent on messages that the provider accepted, refunded by the gateway's books, owed to a vendor
 * that left, kept as fee or forfeited, paid for plans with their tax, or waits because it could not be placed. What was
 * paid for plans in rupees and came back as bonus is in the wallet, at most at its worth.
 */
export function conservationFault(walker: Walker, model: Model, books: Books): string | undefined {
  const { gateway, provider } = walker.world.outside
  const known = new Set(provider.accepted.map(({ reference }) => reference))
  const unknown = books.charged.find(({ id }) => !known.has(id))
  if (unknown) return `message ${unknown.id} was charged, and the provider never accepted it`

  const payments = model.payments.flatMap(({ name }) => gateway.payments.get(walker.id(name)) ?? [])
  const invoiceOf = (payment: string) => books.invoiced.find((one) => one.payment === payment)
  for (const { id, amount } of payments) {
    const invoiced = invoiceOf(id)?.amount ?? amount
    if (invoiced !== amount) return `of a payment of ${amount}, ${invoiced} was invoiced`
  }
  const refunds = [...gateway.refunds.values()].filter(({ status }) => status !== 'failed')
  const back = (payment: string) =>
    sum(
      refunds.filter(({ paymentId }) => paymentId === payment),
      ({ amount }) => amount,
    )

  const grants = model.wallet.ledger.filter(({ isOperators }) => isOperators)
  const granted = sum(grants, ({ amount, taken = 0 }) => amount - taken)
  const fromPlans = books.bonus - sum(grants, ({ type, amount }) => (type === 'BONUS' ? amount : 0))
  const inWallet = {
    wallet: books.wallet,
    spent: sum(books.charged, ({ cost }) => cost),
    owed: sum(model.requests, owedOf),
    fees: sum(model.requests, ({ fee }) => fee),
    forfeited: sum(model.requests, ({ forfeit }) => forfeit),
  }
  const currencyFault = (currency: string) => {
    const paid = payments.filter((one) => one.currency === currency)
    const cameIn = sum(paid, ({ amount }) => amount)
    const isWallet = currency === model.currency
    const isPlans = currency === 'INR'
    const plans = sum(paid, ({ id, amount }) => (invoiceOf(id)?.isPlan ? amount - back(id) : 0))
    const parts = {
      ...(isWallet && inWallet),
      refunded: sum(paid, ({ id }) => back(id)),
      // In the wallet of another currency it has another amount.
      plans: isPlans ? plans - (isWallet ? fromPlans : model.returnedPaise) : 0,
      returned: isPlans && !isWallet ? model.returnedPaise : 0,
      waiting: sum(paid, ({ id, amount }) => (invoiceOf(id) ? 0 : amount - back(id))),
    }
    const given = isWallet ? granted + (isPlans ? 0 : fromPlans) : 0
    return differenceOf(currency, cameIn, given, parts)
  }
  const currencies = new Set([model.currency, ...payments.map((one: GatewayPayment) => one.currency)])
  for (const currency of currencies) {
    const fault = currencyFault(currency)
    if (fault) return fault
  }
  return undefined
}

function differenceOf(currency: string, cameIn: number, granted: number, parts: Record<string, number>) {
  const total = sum(Object.values(parts), (part) => part)
  const isShort = Object.values(parts).some((part) => part < 0)
  if (total === cameIn + granted && !isShort) return undefined
  return `${cameIn} ${currency} came in and ${granted} was granted, but there is ${total}: ${JSON.stringify(parts)}`
}

/** Of a vendor that left: what is paid by hand, and what the gateway was not asked for yet or has failed to pay. */
function owedOf({ kind, manual, payouts }: Model['requests'][number]) {
  if (kind !== 'WALLET_EXIT') return 0
  const open = payouts.filter(
    ({ status, atGateway }) => status === 'PLANNED' || (status === 'ACCEPTED' && atGateway === 'failed'),
  )
  return manual + sum(open, ({ amount }) => amount)
}

const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0)
