-- What must hold in the database at every commit. Each query names what is wrong and returns no row when all is well.
--
-- They run after every integration test, over everything, and in production as a job that walks through the vendors a
-- few at a time (features/invariants). To add one: a line `-- name:` with the sentence that holds, then one query, ended
-- by a semicolon. What it returns is logged, so ids and figures only. Two variables may be used:
-- * :vendors  the vendors this run looks at (uuid[]); a query about a vendor's rows begins there
-- * :rows     how far back in a long table this run may look at most, for each vendor; in tests without end
-- A sum over a whole table is left to wallets whose history is no longer than :rows. Step by step, from each row to the
-- next, a long one is checked at its newest end, where money moves; `npm run ledger:verify` proves it whole.

-- name: each ledger row follows from the one before it
select r.*
  from unnest(:vendors) v (vendor_id), lateral (
    select t.vendor_id, t.sequence, t.amount_minor_unit, t.bonus_minor_unit, t.balance_after_minor_unit,
        t.bonus_after_minor_unit,
        t.sequence = lag(t.sequence, 1, 0::bigint) over w + 1
          and t.prev_hash = lag(t.hash, 1, decode(repeat('00', 32), 'hex')) over w
          and t.balance_after_minor_unit = lag(t.balance_after_minor_unit, 1, 0::bigint) over w
            + t.amount_minor_unit * case when t.type in ('DEBIT', 'RESERVED') then -1 else 1 end
          and t.bonus_after_minor_unit = lag(t.bonus_after_minor_unit, 1, 0::bigint) over w
            + t.bonus_minor_unit * case when t.type in ('DEBIT', 'RESERVED') then -1 else 1 end
          and t.created_at >= lag(t.created_at, 1, '-infinity') over w as follows,
        row_number() over w as n, count(*) over () as seen
      from (select * from wallet_transaction x where x.vendor_id = v.vendor_id order by x.sequence desc limit :rows) t
      window w as (order by t.sequence)
  ) r
 -- The oldest row in sight has its predecessor out of sight, unless it is the first of all.
 where not r.follows and (r.n > 1 or r.sequence = 1 or r.seen < :rows);

-- name: the hash of each ledger row covers what the row says
select r.vendor_id, r.sequence
  from unnest(:vendors) v (vendor_id), lateral (
    select * from wallet_transaction x where x.vendor_id = v.vendor_id order by x.sequence desc limit :rows) r
 where r.hash <> sha256(convert_to(ledger_line(row(r.*)::wallet_transaction), 'UTF8'));

-- name: the wallet says what its newest ledger row says
select w.vendor_id, w.head_sequence, w.balance_minor_unit, t.sequence, t.balance_after_minor_unit
  from wallet w left join lateral (
    select * from wallet_transaction x where x.vendor_id = w.vendor_id order by x.sequence desc limit 1) t on true
 where w.vendor_id = any (:vendors)
   and (w.head_sequence, w.head_hash, w.head_at, w.balance_minor_unit, w.bonus_balance_minor_unit)
     is distinct from (coalesce(t.sequence, 0), coalesce(t.hash, decode(repeat('00', 32), 'hex')),
       coalesce(t.created_at, 'epoch'), coalesce(t.balance_after_minor_unit, 0), coalesce(t.bonus_after_minor_unit, 0));

-- name: the balance is the sum of the ledger, and so is the bonus in it
select w.vendor_id, w.balance_minor_unit, w.bonus_balance_minor_unit, t.balance, t.bonus
  from wallet w, lateral (
    select coalesce(sum(x.amount_minor_unit * s.sign), 0) as balance, coalesce(sum(x.bonus_minor_unit * s.sign), 0) as bonus
      from wallet_transaction x, lateral (
        select case when x.type in ('DEBIT', 'RESERVED') then -1 else 1 end as sign) s
     where x.vendor_id = w.vendor_id) t
 where w.vendor_id = any (:vendors) and w.head_sequence <= :rows
   and (w.balance_minor_unit, w.bonus_balance_minor_unit) is distinct from (t.balance, t.bonus);

-- name: a ledger is of one wallet and one currency
select w.vendor_id, r.sequence, r.currency
  from wallet w, lateral (
    select * from wallet_transaction x where x.vendor_id = w.vendor_id order by x.sequence desc limit :rows) r
 where w.vendor_id = any (:vendors) and (r.wallet_id, r.currency) is distinct from (w.id, w.currency);

-- name: what a wallet has reserved is what its holds have open
select w.vendor_id, w.reserved_minor_unit, h.open
  from wallet w, lateral (
    select coalesce(sum(x.amount_minor_unit - x.captured_minor_unit - x.returned_minor_unit), 0) as open
      from wallet_hold x where x.vendor_id = w.vendor_id) h
 where w.vendor_id = any (:vendors) and w.reserved_minor_unit <> h.open;

-- name: each hold holds what was reserved for it and gave back what was refunded from it
select h.*, t.*
  from wallet w
  join wallet_hold h on h.vendor_id = w.vendor_id
  cross join lateral (
    select coalesce(sum(x.amount_minor_unit) filter (where x.type = 'RESERVED'), 0) as reserved,
        coalesce(sum(x.bonus_minor_unit) filter (where x.type = 'RESERVED'), 0) as reserved_bonus,
        coalesce(sum(x.amount_minor_unit) filter (where x.type = 'REFUND'), 0) as refunded,
        coalesce(sum(x.bonus_minor_unit) filter (where x.type = 'REFUND'), 0) as refunded_bonus
      from wallet_transaction x where x.vendor_id = h.vendor_id and x.hold_id = h.id) t
 where w.vendor_id = any (:vendors) and w.head_sequence <= :rows
   and ((h.amount_minor_unit, h.bonus_minor_unit, h.returned_minor_unit, h.returned_bonus_minor_unit)
       is distinct from (t.reserved, t.reserved_bonus, t.refunded, t.refunded_bonus)
     or h.captured_minor_unit + h.returned_minor_unit > h.amount_minor_unit);

-- name: refunds of a debit never give back more than it took, nor more bonus
select d.vendor_id, d.sequence, d.amount_minor_unit, r.amount, r.bonus
  from wallet w, lateral (
    select x.refund_of, sum(x.amount_minor_unit) as amount, sum(x.bonus_minor_unit) as bonus
      from wallet_transaction x where x.vendor_id = w.vendor_id and x.refund_of is not null group by x.refund_of) r
  join wallet_transaction d on d.idempotency_key = r.refund_of
 where w.vendor_id = any (:vendors) and w.head_sequence <= :rows and d.vendor_id = w.vendor_id
   and (d.type <> 'DEBIT' or r.amount > d.amount_minor_unit or r.bonus > d.bonus_minor_unit);

-- name: the numbers of each series of invoices and credit notes run to its last one without a hole
select s.series, s.last_number, d.documents, d.newest
  from number_series s, lateral (
    select count(*) as documents, max(n) as newest
      from (select series_number as n from invoice where series = s.series and series_number > s.last_number - :rows
        union all
        select series_number from credit_note where series = s.series and series_number > s.last_number - :rows) x) d
 where (d.documents, d.newest) is distinct from (least(s.last_number, :rows), s.last_number);

-- name: what an invoice gave back is what its credit notes say
select r.vendor_id, r.id, r.refunded_minor_unit, n.total
  from unnest(:vendors) v (vendor_id), lateral (
    select * from invoice x where x.vendor_id = v.vendor_id order by x.id desc limit :rows) r, lateral (
    select coalesce(sum(c.total_minor_unit), 0) as total
      from credit_note c where c.vendor_id = r.vendor_id and c.invoice_id = r.id) n
 where r.refunded_minor_unit <> n.total;

-- name: the wallet covers the messages outside campaigns that are under way, and keeps exactly what they will cost
select w.vendor_id, w.balance_minor_unit, w.in_flight_minor_unit, m.cost
  from wallet w
  left join (
    select x.vendor_id, sum(x.cost_minor_unit) as cost
      from message x
     where x.campaign_id is null and x.settled_as is null and x.status in ('SENDING', 'SENT', 'UNKNOWN')
       and x.vendor_id = any (:vendors)
     group by x.vendor_id) m on m.vendor_id = w.vendor_id
 where w.vendor_id = any (:vendors)
   and (w.in_flight_minor_unit <> coalesce(m.cost, 0) or w.balance_minor_unit < w.in_flight_minor_unit);

-- name: the hold of each campaign used up what its delivered messages cost and gave back what the others cost
select c.vendor_id, c.id, c.billing_closed_at, h.amount_minor_unit, h.captured_minor_unit, h.returned_minor_unit, m.*
  from unnest(:vendors) v (vendor_id)
  -- The newest ones that have no more messages together than this run may look at.
  cross join lateral (
    select x.*, sum(x.recipients) over (order by x.id desc) as messages
      from (select * from campaign y where y.vendor_id = v.vendor_id order by y.id desc limit :rows) x) c
  join wallet_hold h on h.vendor_id = c.vendor_id and h.id = c.id
  join pricing_snapshot s on s.vendor_id = c.vendor_id and s.id = c.snapshot_id
  cross join lateral (
    select coalesce(sum(x.cost_minor_unit) filter (where x.settled_as = 'CAPTURED'), 0) as captured,
        coalesce(sum(x.cost_minor_unit) filter (where x.settled_as = 'REFUNDED'), 0) as refunded,
        count(*) filter (where x.settled_as is null) as open
      from message x where x.vendor_id = c.vendor_id and x.campaign_id = c.id) m
 where c.messages <= :rows
   and (h.returned_minor_unit < m.refunded
     or c.billing_closed_at is null and h.captured_minor_unit <> m.captured
     -- The platform's fee is used up as well, unless nothing went out.
     or c.billing_closed_at is not null and (m.open > 0
       or h.captured_minor_unit not in (m.captured, m.captured + s.platform_fee_minor_unit)
       or h.captured_minor_unit + h.returned_minor_unit <> h.amount_minor_unit));

-- name: a message is charged once and refunded once at most, for what it cost and as its row says
select t.vendor_id, t.sequence, t.type, t.amount_minor_unit, m.id, m.settled_as, m.cost_minor_unit
  from unnest(:vendors) v (vendor_id), lateral (
    select x.*, count(*) over (partition by x.type, x.reference_id) as times
      from (select * from wallet_transaction y where y.vendor_id = v.vendor_id order by y.sequence desc limit :rows) x
     where x.reference_type = 'MESSAGE') t
  join message m on m.vendor_id = t.vendor_id and m.id = t.reference_id::uuid
 where t.times > 1 or t.amount_minor_unit <> m.cost_minor_unit or m.settled_as is null
   or t.type = 'REFUND' and m.settled_as <> 'REFUNDED';

-- name: a message counts as a conversation exactly while it is paid for
select r.vendor_id, r.id, r.status, r.settled_as, r.is_counted
  from unnest(:vendors) v (vendor_id), lateral (
    select * from message x where x.vendor_id = v.vendor_id order by x.id desc limit :rows) r
 where r.is_counted <> coalesce(r.settled_as = 'CAPTURED', false)
   or r.settled_as is null and r.status in ('DELIVERED', 'FAILED', 'CANCELLED')
   or r.settled_as = 'CAPTURED' and r.status not in ('SENT', 'DELIVERED')
   -- What was given back stays so, also if the provider tells of its delivery later.
   or r.settled_as = 'REFUNDED' and r.status not in ('SENT', 'DELIVERED', 'FAILED', 'CANCELLED');

-- name: a plan has as many conversations set aside as its campaigns may still need
select u.vendor_id, u.reserved, c.messages, c.needed
  from (select s.vendor_id, sum(s.conversations_reserved) as reserved
          from subscription s where s.vendor_id = any (:vendors) and s.status <> 'CANCELLED' group by s.vendor_id) u
  cross join lateral (
    select coalesce(sum(x.recipients), 0) as messages,
           -- Recipients without a message need none any more once the campaign was cancelled or has failed.
           coalesce(sum(case when x.status in ('CANCELLED', 'FAILED') then m.open else x.recipients - m.settled end), 0)
             as needed
      from campaign x
      cross join lateral (
        select count(*) filter (where y.settled_as is null) as open,
               count(*) filter (where y.settled_as is not null) as settled
          from message y where y.vendor_id = x.vendor_id and y.campaign_id = x.id and x.recipients <= :rows) m
     where x.vendor_id = u.vendor_id and x.billing_closed_at is null and x.launched_at is not null) c
 where c.messages <= :rows and u.reserved <> c.needed;

-- name: an operator's credit is taken back once, from the wallet it went to and never beyond its amount
select d.vendor_id, d.sequence, d.type, d.amount_minor_unit, c.sequence as credit, c.amount_minor_unit as credited
  from unnest(:vendors) v (vendor_id)
  cross join lateral (
    select * from (
      select * from wallet_transaction y where y.vendor_id = v.vendor_id order by y.sequence desc limit :rows) x
     where x.idempotency_key like 'correct-%') d
  left join wallet_transaction c on c.vendor_id = d.vendor_id and c.type in ('CREDIT', 'BONUS')
    and 'correct-' || c.id = d.idempotency_key and c.id::text = d.reference_id and c.sequence < d.sequence
 where c.id is null or d.type <> 'DEBIT' or c.reference_type is distinct from 'ADMIN'
   or d.amount_minor_unit > c.amount_minor_unit;

-- name: what a second operator approved was done as it was asked for, and nothing else of it
select a.vendor_id, a.id, a.kind, a.status, t.sequence
  from unnest(:vendors) v (vendor_id)
  cross join lateral (
    select * from approval x where x.vendor_id = v.vendor_id order by x.id desc limit :rows) a
  left join wallet_transaction t on t.vendor_id = a.vendor_id and t.idempotency_key = case a.kind
    when 'WALLET_CREDIT' then 'admin-credit-' || a.id else 'correct-' || (a.payload ->> 'transactionId') end
 where a.kind in ('WALLET_CREDIT', 'WALLET_CORRECTION')
   and (a.status = 'APPROVED' and t.id::text is distinct from a.result ->> 'transactionId'
     or a.kind = 'WALLET_CREDIT' and (a.status = 'APPROVED') <> (t.id is not null)
     or a.kind = 'WALLET_CREDIT'
       and (t.type, t.amount_minor_unit, t.currency) <> (a.payload ->> 'type', a.amount_minor_unit, a.currency));

-- name: a second operator's approval of an unmatched payment moved what was approved, and no more
select a.vendor_id, a.id, a.kind, a.amount_minor_unit, a.result, t.sequence
  from unnest(:vendors) v (vendor_id)
  cross join lateral (
    select * from approval x where x.vendor_id = v.vendor_id order by x.id desc limit :rows) a
  cross join lateral (select a.payload ->> 'gatewayPaymentId' as payment,
                             (a.result ->> 'amountMinorUnit')::bigint as moved) m
  left join wallet_transaction t on t.vendor_id = a.vendor_id and t.idempotency_key = m.payment
    and t.type = 'CREDIT' and t.amount_minor_unit = m.moved and t.currency = a.currency
 where a.kind in ('PAYMENT_CREDIT', 'PAYMENT_REFUND') and a.status = 'APPROVED'
   and (m.moved is null or m.moved > a.amount_minor_unit
     or a.kind = 'PAYMENT_CREDIT' and t.id is null
     or a.kind = 'PAYMENT_REFUND' and not exists (
       select from unplaced_payment p join unplaced_payment_refund r on r.payment_id = p.id
        where p.gateway_payment_id = m.payment and r.amount_minor_unit = m.moved and r.requested_by = a.requested_by));
