import { sql } from 'kysely'
import { readInvariants } from '../../../src/features/invariants/check.ts'
import { PREPARED } from '../../../src/platform/db/prepared.ts'
import type { Reading, Stored } from './reading.ts'
import type { Walker } from './walker.ts'

/** Nothing is read again while nothing was written. */
export async function readStored(walker: Walker): Promise<Reading> {
  const { seat, world } = walker
  const { count } = world.writes
  if (seat.reading?.writes !== count) {
    const [stored, brokenInvariants] = await Promise.all([readRows(walker), findBroken(walker)])
    seat.reading = { writes: count, stored, brokenInvariants }
  }
  return seat.reading
}

async function readRows(walker: Walker): Promise<Stored> {
  const { db } = walker.world.deps
  const { rows } = await sql<{ state: Stored }>`${PREPARED} select json_build_object(
    'vendor', (select status from vendor where id = v.id),
    'currency', (select currency from wallet where vendor_id = v.id),
    'ledger', (select coalesce(json_agg(format('%s %s (bonus %s, %s paise)', type, amount_minor_unit, bonus_minor_unit,
          amount_inr_paise) order by sequence), '[]') from wallet_transaction where vendor_id = v.id),
    'invoices', (select coalesce(json_agg(json_build_object('id', id, 'line',
        format('%s %s %s + %s %s %s, refunded %s (%s paise, %s)', type, status, amount_minor_unit,
          gst_amount_minor_unit, currency, tax_kind, refunded_minor_unit, total_inr_paise, total_vendor_minor_unit),
        'payment', gateway_payment_id, 'isPlan', type <> 'WALLET_RECHARGE',
        'amount', amount_minor_unit + gst_amount_minor_unit) order by invoice_number), '[]')
        from invoice where vendor_id = v.id and invoice_number is not null),
    'openInvoice', (select max(status) from invoice where vendor_id = v.id and status in ('DRAFT', 'OVERDUE')),
    'creditNotes', (select count(*) from credit_note where vendor_id = v.id),
    'requests', (select coalesce(json_agg(format('%s %s %s %s fee %s forfeit %s manual %s%s%s', kind, status, currency,
        coalesce(amount_minor_unit::text, '-'), fee_minor_unit, forfeit_minor_unit, manual_payout_minor_unit,
        case when paid_out_at is not null then ' paid' end, ' ' || decision_reason) order by id), '[]') from refund_request where vendor_id = v.id),
    'orders', (select coalesce(json_agg(format('%s %s %s %s', type, amount_minor_unit, currency, status) order by id), '[]')
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
    'singles', (select coalesce(json_agg(json_build_object('id', id, 'line', format('%s %s %s %s%s', kind, status,
        coalesce(settled_as, '-'), cost_minor_unit, case when is_unfunded then ' unfunded' end),
        'isOpen', settled_as is null, 'isCharged', settled_as is not distinct from 'CAPTURED',
        'cost', cost_minor_unit) order by id), '[]') from message where vendor_id = v.id and campaign_id is null),
    'inFlight', (select in_flight_minor_unit from wallet where vendor_id = v.id),
    'notices', (select coalesce(json_agg(concat_ws(' ', kind, parameters ->> 'pauseReason')), '[]')
        from notification where vendor_id = v.id and kind like 'CAMPAIGN%'),
    'messageLetters', (select json_build_object('newest', max(id::text) filter (where closed_at is null),
        'open', count(*) filter (where closed_at is null), 'closed', count(closed_at))
        from dead_letter where vendor_id = v.id and kind = 'MESSAGE'),
    'deadLetters', (select coalesce(json_agg(json_build_object('id', d.id, 'kind', d.kind,
        'about', coalesce(i.about, d.payload ->> 'requestId'), 'line', concat_ws(' ', d.kind,
          case when d.kind = 'WEBHOOK' then d.reason end, case when d.closed_at is not null then 'CLOSED'
            when d.replayed_at is not null then 'REPLAYED' else 'OPEN' end))), '[]')
        from dead_letter d left join webhook_inbox i on i.id = d.id where d.vendor_id = v.id and d.kind <> 'MESSAGE'),
    'unmatched', (select coalesce(json_agg(format('%s %s %s %s', amount_minor_unit, currency, state, reason)), '[]')
        from unplaced_payment where vendor_id = v.id and state <> 'PLACED')
    ) as state from (select ${walker.vendorId}::uuid as id) v`.execute(db)
  const [row] = rows
  if (!row) throw new Error('one row is read')
  return row.state
}

let invariants: string | undefined

/** The names of those queries of invariants.sql that find something wrong with the vendor of the walk. */
async function findBroken(walker: Walker): Promise<string[]> {
  invariants ??= (await readInvariants())
    .map(({ name, query }) => {
      const scoped = query.replaceAll(/:vendors\b/g, 'array[$1]::uuid[]').replaceAll(/:rows\b/g, '1000000::bigint')
      return `select '${name.replaceAll("'", "''")}' as name from (${scoped}) found`
    })
    .join('\nunion all\n')
  const { rows } = await walker.world.query(`/* prepared */ ${invariants}`, [walker.vendorId])
  return rows.map(({ name }) => String(name))
}
