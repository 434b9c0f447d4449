import { sql } from 'kysely'
import { readInvariants } from '../../../src/features/invariants/check.ts'
import { PREPARED } from '../../../src/platform/db/prepared.ts'
import type { Model } from '../model/model.ts'
import { bannerOf, graceDay, latest, statusOf } from '../model/subscription.ts'
import type { Books } from './books.ts'
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
    wallet: { balance: wallet.balance, bonus: wallet.bonus, reserved: wallet.reserved },
    ledger: wallet.ledger.map(({ type, amount, bonus }) => `${type} ${amount} (bonus ${bonus})`),
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
      ({ type, status, base, gst, tax, refunded }) => `${type} ${status} ${base} + ${gst} ${tax}, refunded ${refunded}`,
    ),
    creditNotes: model.creditNotes,
    requests: model.requests.map(
      ({ kind, status, amount, fee, forfeit, manual, isPaidOut, superseded }) =>
        `${kind} ${status} ${amount ?? '-'} fee ${fee} forfeit ${forfeit} manual ${manual}${isPaidOut ? ' paid' : ''}${superseded ? ' SUPERSEDED' : ''}`,
    ),
    orders: model.orders.map(({ type, amount, status }) => `${type} ${amount} ${status}`),
    campaigns: model.messaging.campaigns.map(({ status, reason, isClosed, messages }) => ({
      state: `${status} ${reason ?? '-'}${isClosed ? ' closed' : ''}`,
      messages: messages.map((one) => `${one.status} ${one.settled ?? '-'} ${one.cost}`).sort(),
    })),
    contacts: model.messaging.contacts
      .map(({ country, labels }) => `${country} ${Object.keys(labels).sort().join()}`)
      .sort(),
    imports: model.messaging.imports.map(({ status }) => status),
    optedOut: Object.keys(model.messaging.optOuts).length,
    unmatched: model.payments
      .filter(({ state }) => !['UNHEARD', 'APPLIED'].includes(state))
      .map(({ amount, state, reason }) => `${amount} ${state} ${reason}`)
      .sort(),
  }
}

interface Stored {
  vendor: string
  ledger: string[]
  invoices: { id: string; line: string; payment: string; amount: number; isPlan: boolean }[]
  openInvoice: string | null
  creditNotes: number
  requests: string[]
  orders: string[]
  unmatched: string[]
  optedOut: number
  campaigns: {
    id: string
    state: string
    messages: { id: string; line: string; isCharged: boolean; cost: number }[] | null
  }[]
  contacts: string[]
  inWallet: number
  bonus: number
  walletVersion: string
  planVersion: string
}

/** What the product shows: the computed views through its API, the rest in one read of the database. */
export async function observedState(walker: Walker): Promise<State> {
  const { db } = walker.world.deps
  const { rows } = await sql<{ state: Stored }>`${PREPARED} select json_build_object(
    'vendor', (select status from vendor where id = v.id),
    'ledger', (select coalesce(json_agg(format('%s %s (bonus %s)', type, amount_minor_unit, bonus_minor_unit)
        order by sequence), '[]') from wallet_transaction where vendor_id = v.id),
    'invoices', (select coalesce(json_agg(json_build_object('id', id, 'line',
        format('%s %s %s + %s %s, refunded %s', type, status, amount_minor_unit, gst_amount_minor_unit, tax_kind,
          refunded_minor_unit), 'payment', gateway_payment_id, 'isPlan', type <> 'WALLET_RECHARGE',
        'amount', amount_minor_unit + gst_amount_minor_unit) order by invoice_number), '[]')
        from invoice where vendor_id = v.id and invoice_number is not null),
    'openInvoice', (select max(status) from invoice where vendor_id = v.id and status in ('DRAFT', 'OVERDUE')),
    'creditNotes', (select count(*) from credit_note where vendor_id = v.id),
    'requests', (select coalesce(json_agg(format('%s %s %s fee %s forfeit %s manual %s%s%s', kind, status,
        coalesce(amount_minor_unit::text, '-'), fee_minor_unit, forfeit_minor_unit, manual_payout_minor_unit,
        case when paid_out_at is not null then ' paid' end, ' ' || decision_reason) order by id), '[]') from refund_request where vendor_id = v.id),
    'orders', (select coalesce(json_agg(format('%s %s %s', type, amount_minor_unit, status) order by id), '[]')
        from payment_order where vendor_id = v.id),
    'inWallet', (select balance_minor_unit + reserved_minor_unit from wallet where vendor_id = v.id),
    'walletVersion', (select concat(xmin, ctid) from wallet where vendor_id = v.id),
    'planVersion', (select string_agg(concat(xmin, ctid), ' ' order by id) from subscription where vendor_id = v.id),
    'bonus', (select coalesce(sum(amount_minor_unit), 0) from wallet_transaction
        where vendor_id = v.id and type = 'BONUS'),
    'contacts', (select coalesce(json_agg(format('%s %s', country_code, (select string_agg(name, ',' order by name)
        from contact_label cl join label l on l.vendor_id = v.id and l.id = cl.label_id
        where cl.vendor_id = v.id and cl.contact_id = c.id))), '[]') from contact c where c.vendor_id = v.id),
    'imports', (select coalesce(json_agg(status order by id), '[]') from import_job where vendor_id = v.id),
    'optedOut', (select count(*) from opt_out where vendor_id = v.id),
    'campaigns', (select coalesce(json_agg(json_build_object('id', c.id,
        'state', format('%s %s%s', c.status, coalesce(c.pause_reason, '-'),
          case when c.billing_closed_at is not null then ' closed' end),
        'messages', (select json_agg(json_build_object('id', m.id, 'line', format('%s %s %s', m.status,
            coalesce(m.settled_as, '-'), m.cost_minor_unit), 'isCharged', m.settled_as is not distinct from 'CAPTURED',
            'cost', m.cost_minor_unit))
          from message m where m.vendor_id = v.id and m.campaign_id = c.id)) order by c.id), '[]')
        from campaign c where c.vendor_id = v.id),
    'unmatched', (select coalesce(json_agg(format('%s %s %s', amount_minor_unit, state, reason)), '[]')
        from unplaced_payment where vendor_id = v.id and state <> 'PLACED')
    ) as state from (select ${walker.vendorId}::uuid as id) v`.execute(db)
  const [row] = rows
  if (!row) throw new Error('one row is read')
  const { invoices, campaigns, inWallet, bonus, walletVersion, planVersion, ...stored } = row.state
  walker.seat.books = { wallet: inWallet, bonus, invoiced: byPayment(invoices), charged: chargedOf(campaigns) }
  const { seat } = walker
  seat.messages = new Map(campaigns.map(({ id, messages }) => [id, messages?.map((one) => one.id) ?? []]))
  if (stored.vendor !== seat.status) seat.forgetSessions()
  seat.status = stored.vendor
  seat.hasOpenCampaigns = campaigns.some(({ state }) => !state.endsWith('closed'))
  seat.invoices = invoices.map(({ id }) => id)
  return {
    ...stored,
    invoices: invoices.map(({ line }) => line),
    campaigns: campaigns.map(({ state, messages }) => ({
      state,
      messages: (messages ?? []).map(({ line }) => line).sort(),
    })),
    unmatched: stored.unmatched.sort(),
    contacts: stored.contacts.sort(),
    ...(await readViews(walker, { vendor: stored.vendor, walletVersion, planVersion })),
  }
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

let invariants: string | undefined

/** The names of those queries of invariants.sql that find something wrong with the vendor of the walk. */
export async function brokenInvariants(walker: Walker): Promise<string[]> {
  invariants ??= (await readInvariants())
    .map(({ name, query }) => {
      const scoped = query.replaceAll(/:vendors\b/g, 'array[$1]::uuid[]').replaceAll(/:rows\b/g, '1000000::bigint')
      return `select '${name.replaceAll("'", "''")}' as name from (${scoped}) found`
    })
    .join('\nunion all\n')
  const { rows } = await walker.world.query(`/* prepared */ ${invariants}`, [walker.vendorId])
  return rows.map(({ name }) => String(name))
}
