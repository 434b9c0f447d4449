import type { Model } from '../model/model.ts'
import { bannerOf, graceDay, latest, statusOf } from '../model/subscription.ts'
import type { Books } from './books.ts'
import type { Stored } from './reading.ts'
import { readStored } from './stored.ts'
import { readViews } from './views.ts'
import type { Walker } from './walker.ts'

/** The state of a vendor in comparable form; the product's and the model's must be equal after every step. */
export type State = Record<string, unknown>

const iso = (at: number) => new Date(at).toISOString()

/** What the model says the product must show. */
export function expectedState(model: Model): State {
  const { wallet } = model
  const sub = latest(model)
  const status = sub && statusOf(sub, model.now)
  return {
    vendor: model.status,
    currency: model.currency,
    wallet: { balance: wallet.balance, bonus: wallet.bonus, reserved: wallet.reserved },
    ledger: withoutChance(
      wallet.ledger.map(({ type, amount, bonus, paise }) => `${type} ${amount} (bonus ${bonus}, ${paise} paise)`),
    ),
    subscription: sub &&
      status && {
        status,
        plan: sub.plan,
        cycle: sub.cycle,
        start: iso(sub.start),
        end: iso(sub.end),
        used: sub.used,
        reserved: sub.reserved,
        cap: sub.cap,
        capReset: iso(sub.capReset),
        graceDay: status === 'CANCELLED' ? null : graceDay(sub, model.now),
        banner: bannerOf(sub, model.now),
        cancelAtCycleEnd: sub.cancelAtEnd,
      },
    openInvoice: sub?.draft ?? null,
    invoices: model.invoices.map(
      ({ type, status, base, gst, currency, tax, refunded, totalPaise, totalForVendor }) =>
        `${type} ${status} ${base} + ${gst} ${currency} ${tax}, refunded ${refunded} (${totalPaise} paise, ${totalForVendor})`,
    ),
    creditNotes: model.creditNotes,
    requests: model.requests.map(
      ({ kind, status, currency, amount, fee, forfeit, manual, isPaidOut, superseded }) =>
        `${kind} ${status} ${currency} ${amount ?? '-'} fee ${fee} forfeit ${forfeit} manual ${manual}${isPaidOut ? ' paid' : ''}${superseded ? ' SUPERSEDED' : ''}`,
    ),
    orders: model.orders.map(({ type, amount, currency, status }) => `${type} ${amount} ${currency} ${status}`),
    campaigns: model.messaging.campaigns.map(({ status, reason, isClosed, messages }) => ({
      state: `${status} ${reason ?? '-'}${isClosed ? ' closed' : ''}`,
      messages: messages.map((one) => `${one.status} ${one.settled ?? '-'} ${one.cost}`).sort(),
    })),
    singles: model.messaging.singles.map(
      (one) => `${one.kind} ${one.status} ${one.settled ?? '-'} ${one.cost}${one.isUnfunded ? ' unfunded' : ''}`,
    ),
    inFlight: wallet.inFlight,
    notices: Object.values(model.messaging.notices).sort(),
    contacts: model.messaging.contacts
      .map(({ country, labels }) => `${country} ${Object.keys(labels).sort().join()}`)
      .sort(),
    imports: model.messaging.imports.map(({ status }) => status),
    optedOut: Object.keys(model.messaging.optOuts).length,
    deadLetters: model.deadLetters
      .map((one) => (one.kind === 'WEBHOOK' ? `WEBHOOK ${one.reason} ${one.state}` : `JOB ${one.state}`))
      .sort(),
    messageLetters: { ...model.messaging.letters },
    unmatched: model.payments
      .filter(({ state }) => !['UNHEARD', 'APPLIED'].includes(state))
      .map(({ amount, currency, state, reason }) => `${amount} ${currency} ${state} ${reason}`)
      .sort(),
  }
}

/** What the product shows: the computed views through its API, the rest as it is stored. */
export async function observedState(walker: Walker): Promise<State & { brokenInvariants: readonly string[] }> {
  const { stored: all, brokenInvariants } = await readStored(walker)
  const { invoices, campaigns, inWallet, bonus, walletVersion, planVersion, messageLetters, ...stored } = all
  const charged = [...chargedOf(campaigns), ...stored.singles.filter(({ isCharged }) => isCharged)]
  walker.seat.books = { wallet: inWallet, bonus, invoiced: byPayment(invoices), charged }
  const { seat } = walker
  seat.messages = new Map(campaigns.map(({ id, messages }) => [id, messages?.map((one) => one.id) ?? []]))
  if (stored.vendor !== seat.status) seat.forgetSessions()
  seat.status = stored.vendor
  seat.hasOpenCampaigns = campaigns.some(({ state }) => !state.endsWith('closed'))
  seat.hasUnendedCampaigns = campaigns.some(({ state }) => !/^(COMPLETED|CANCELLED)/.test(state))
  seat.messageLetter = messageLetters.newest
  for (const { id, kind, about } of stored.deadLetters)
    if (about !== null && !seat.letters.has(id)) seat.letters.set(id, { kind, about })
  seat.hasOpenSingles = stored.singles.some(({ isOpen }) => isOpen)
  seat.invoices = invoices.map(({ id }) => id)
  return {
    ...stored,
    brokenInvariants,
    singles: stored.singles.map(({ line }) => line),
    ledger: withoutChance(stored.ledger),
    invoices: invoices.map(({ line }) => line),
    campaigns: campaigns.map(({ state, messages }) => ({
      state,
      messages: (messages ?? []).map(({ line }) => line).sort(),
    })),
    unmatched: stored.unmatched.toSorted(),
    contacts: stored.contacts.toSorted(),
    messageLetters: { open: messageLetters.open, closed: messageLetters.closed },
    deadLetters: stored.deadLetters.map(({ line }) => line).sort(),
    notices: stored.notices.toSorted(),
    ...(await readViews(walker, { vendor: stored.vendor, walletVersion, planVersion })),
  }
}

const REFUND = /^REFUND (\d+) \(bonus (\d+), (\d+) paise\)$/

/** Which messages of a batch fail first is chance: refunds in a row are one line, with all amounts and their bonus. */
function withoutChance(ledger: readonly string[]): string[] {
  const lines: string[] = []
  let row: { amount: number; bonus: number; paise: number }[] = []
  const sumOf = (key: 'bonus' | 'paise') => row.reduce((sum, one) => sum + one[key], 0)
  const endRow = () => {
    const amounts = row.map(({ amount }) => amount).sort((a, b) => a - b)
    if (row.length > 0) lines.push(`REFUND ${amounts.join()} (bonus ${sumOf('bonus')}, ${sumOf('paise')} paise)`)
    row = []
  }
  for (const line of ledger) {
    const [, amount, bonus, paise] = REFUND.exec(line) ?? []
    if (amount !== undefined) {
      row.push({ amount: Number(amount), bonus: Number(bonus), paise: Number(paise) })
      continue
    }
    endRow()
    lines.push(line)
  }
  endRow()
  return lines
}

/** The invoice of a setup and that of the first cycle share a payment. */
function byPayment(invoices: Stored['invoices']): Books['invoiced'] {
  const all = new Map<string, Books['invoiced'][number]>()
  for (const { payment, amount, isPlan } of invoices)
    all.set(payment, { payment, isPlan, amount: amount + (all.get(payment)?.amount ?? 0) })
  return [...all.values()]
}

const chargedOf = (campaigns: Stored['campaigns']): Books['charged'] =>
  campaigns.flatMap(({ messages }) => messages ?? []).filter(({ isCharged }) => isCharged)
