-- version: 1
-- The stored functions of the ledger. Files of this folder are applied after the migrations whenever their version rises.

-- The text that the hash of a ledger row covers: its fields, one per line. Stable rather than immutable, so that the
-- planner inlines it.
create or replace function ledger_line(t wallet_transaction) returns text language sql stable as $$
  select concat_ws(E'\n', 'harkara-ledger-1', t.wallet_id::text, t.sequence::text, t.id::text, t.type,
    t.amount_minor_unit::text, t.bonus_minor_unit::text, t.balance_after_minor_unit::text,
    t.bonus_after_minor_unit::text, t.currency, t.amount_inr_paise::text, t.exchange_rate_used::text,
    t.is_rate_stale::text, coalesce(t.reference_type, ''), coalesce(t.reference_id, ''), coalesce(t.hold_id::text, ''),
    coalesce(t.refund_of, ''), t.idempotency_key, t.description,
    (extract(epoch from t.created_at) * 1000000)::bigint::text, encode(t.prev_hash, 'hex'))
$$;

-- Moves money in one wallet: applies the entries in their order, each with one of these outcomes:
-- * APPLIED
-- * KNOWN: the same entry was applied before under this key; the result describes that one. The same key for a different
--   entry raises an error.
-- * INSUFFICIENT, TOO_LARGE: the balance would fall below zero or exceed what JSON can carry. Nothing happens.
-- Entries: id, type, amount, key, description, referenceType, referenceId, and
-- * hold: the campaign whose reserve a RESERVED opens or raises and a REFUND returns, with fromCaptured when the
--   returned part had been captured;
-- * refundOf: the key of the DEBIT that a REFUND outside campaigns returns;
-- * paidFirst: a DEBIT that takes paid money before bonus. An operator's CREDIT is paid out when the account is closed
--   and bonus is not: correcting the credit from the bonus would leave the vendor money that it never paid.
-- Otherwise bonus is spent first and refunded last, so that it can never be cashed out.
-- A vendor is notified in the same transaction when its balance falls below the threshold. A caller whose transaction is
-- this one statement cannot do that; it passes p_may_fall false, and such a batch is refused.
create or replace function move_money(p_vendor_id uuid, p_now timestamptz, p_entries jsonb, p_may_fall boolean default true)
returns table (key text, outcome text, tx_id uuid, tx_sequence bigint, amount bigint, bonus bigint,
  balance_before bigint, balance_after bigint, low_balance_threshold bigint)
language plpgsql as $$
declare
  -- The largest amount that JSON carries exactly.
  amount_max constant bigint := {{MINOR_UNITS_MAX}};
  w wallet;
  e record;
  t wallet_transaction;
  h wallet_hold;
  is_deducting boolean;
  -- The origin of a REFUND: its whole amount and its bonus part, and what has been refunded before.
  origin record;
  -- Rupees per unit, whether that rate is stale, and paise per minor unit.
  rate numeric := 1;
  is_stale boolean := false;
  paise_per_unit numeric := 1;
  paise numeric;
  was_high boolean;
begin
  select * into w from wallet where vendor_id = p_vendor_id for no key update;
  if not found then raise exception 'vendor % has no wallet', p_vendor_id; end if;
  was_high := w.balance_minor_unit >= w.low_balance_threshold;
  low_balance_threshold := w.low_balance_threshold;
  if w.currency <> 'INR' then
    select round(inr.rate / own.rate, 10), least(inr.fetched_at, own.fetched_at) < p_now - interval '{{RATE_USABLE_HOURS}} hours',
        round(inr.rate / own.rate, 10) * 100 / power(10::numeric, c.decimal_places)
      into strict rate, is_stale, paise_per_unit
      from exchange_rate inr, exchange_rate own, currency_config c
      where inr.from_currency = 'USD' and inr.to_currency = 'INR'
        and own.from_currency = 'USD' and own.to_currency = w.currency and c.code = w.currency;
  end if;

  for e in
    select * from jsonb_to_recordset(p_entries) as x (id uuid, type text, amount bigint, key text, description text,
      "referenceType" text, "referenceId" text, hold uuid, "fromCaptured" boolean, "refundOf" text,
      "paidFirst" boolean)
  loop
    key := e.key;
    amount := e.amount;
    is_deducting := e.type in ({{DEDUCTING_TYPES}});

    select * into t from wallet_transaction k where k.vendor_id = p_vendor_id and k.idempotency_key = e.key;
    if found then
      if (t.type, t.amount_minor_unit, t.reference_type, t.reference_id, t.hold_id, t.refund_of)
          is distinct from (e.type, e.amount, e."referenceType", e."referenceId", e.hold, e."refundOf") then
        raise exception 'key % names another ledger entry', e.key using errcode = 'unique_violation';
      end if;
      outcome := 'KNOWN'; tx_id := t.id; tx_sequence := t.sequence; bonus := t.bonus_minor_unit;
      balance_after := t.balance_after_minor_unit;
      balance_before := balance_after + case when is_deducting then amount else -amount end;
      return next;
      continue;
    end if;

    balance_before := w.balance_minor_unit;
    paise := round(e.amount * paise_per_unit);
    outcome := case
      when is_deducting and e.amount > w.balance_minor_unit then 'INSUFFICIENT'
      when paise > amount_max or not is_deducting and e.amount > amount_max - w.balance_minor_unit then 'TOO_LARGE'
      else 'APPLIED' end;
    if outcome <> 'APPLIED' then
      tx_id := null; tx_sequence := null; bonus := 0; balance_after := balance_before;
      return next;
      continue;
    end if;

    if (e.hold is not null) <> (e.type = 'RESERVED' or e.type = 'REFUND' and e."refundOf" is null)
        or (e."refundOf" is not null and e.type <> 'REFUND') then
      raise exception 'a % names the hold or the debit it belongs to, and nothing else does', e.type;
    end if;
    case e.type
      when 'CREDIT' then bonus := 0;
      when 'BONUS' then bonus := e.amount;
      when {{DEDUCTING_TYPES}} then
        bonus := case
          when e."paidFirst" then greatest(0, e.amount - (w.balance_minor_unit - w.bonus_balance_minor_unit))
          else least(w.bonus_balance_minor_unit, e.amount) end;
      when 'REFUND' then
        if e.hold is not null then
          select x.amount_minor_unit as whole, x.bonus_minor_unit as bonus, x.returned_minor_unit as returned,
              x.returned_bonus_minor_unit as returned_bonus
            into strict origin from wallet_hold x where x.vendor_id = p_vendor_id and x.id = e.hold;
        else
          select k.amount_minor_unit as whole, k.bonus_minor_unit as bonus, r.returned, r.returned_bonus
            into strict origin
            from wallet_transaction k, lateral (
              select coalesce(sum(x.amount_minor_unit), 0)::bigint as returned,
                  coalesce(sum(x.bonus_minor_unit), 0)::bigint as returned_bonus
                from wallet_transaction x where x.vendor_id = p_vendor_id and x.refund_of = e."refundOf") r
            where k.vendor_id = p_vendor_id and k.idempotency_key = e."refundOf" and k.type = 'DEBIT';
        end if;
        if e.amount > origin.whole - origin.returned then raise exception 'a refund above what was taken'; end if;
        -- Paid money is refunded first, until all of it is back.
        bonus := greatest(0, e.amount - (origin.whole - origin.bonus) + (origin.returned - origin.returned_bonus));
    end case;

    if e.type = 'RESERVED' then
      insert into wallet_hold (vendor_id, id, amount_minor_unit, bonus_minor_unit)
        values (p_vendor_id, e.hold, e.amount, bonus)
        on conflict (vendor_id, id) do update set
          amount_minor_unit = wallet_hold.amount_minor_unit + excluded.amount_minor_unit,
          bonus_minor_unit = wallet_hold.bonus_minor_unit + excluded.bonus_minor_unit;
      w.reserved_minor_unit := w.reserved_minor_unit + e.amount;
    elsif e.hold is not null then
      update wallet_hold x set returned_minor_unit = x.returned_minor_unit + e.amount,
          returned_bonus_minor_unit = x.returned_bonus_minor_unit + bonus,
          captured_minor_unit = x.captured_minor_unit - case when e."fromCaptured" then e.amount else 0 end
        where x.vendor_id = p_vendor_id and x.id = e.hold;
      if e."fromCaptured" is not true then w.reserved_minor_unit := w.reserved_minor_unit - e.amount; end if;
    end if;

    w.balance_minor_unit := w.balance_minor_unit + case when is_deducting then -e.amount else e.amount end;
    w.bonus_balance_minor_unit := w.bonus_balance_minor_unit + case when is_deducting then -bonus else bonus end;
    w.head_sequence := w.head_sequence + 1;
    w.head_at := greatest(w.head_at, p_now);
    if e.type = 'CREDIT' and e."referenceType" = 'RECHARGE' then w.last_recharged_at := w.head_at; end if;
    t := row(p_vendor_id, w.head_sequence, e.id, w.id, e.type, e.amount, bonus, w.balance_minor_unit,
      w.bonus_balance_minor_unit, w.currency, paise, rate, is_stale, e.description, e."referenceType",
      e."referenceId", e.hold, e."refundOf", e.key, w.head_hash, null, w.head_at);
    t.hash := sha256(convert_to(ledger_line(t), 'UTF8'));
    insert into wallet_transaction select t.*;
    w.head_hash := t.hash;

    tx_id := t.id; tx_sequence := t.sequence; balance_after := w.balance_minor_unit;
    return next;
  end loop;

  if not p_may_fall and was_high and w.balance_minor_unit < w.low_balance_threshold then
    raise exception 'the balance would fall below its threshold' using errcode = 'HK001';
  end if;
  update wallet set balance_minor_unit = w.balance_minor_unit, bonus_balance_minor_unit = w.bonus_balance_minor_unit,
      reserved_minor_unit = w.reserved_minor_unit, head_sequence = w.head_sequence, head_hash = w.head_hash,
      head_at = w.head_at, last_recharged_at = w.last_recharged_at, updated_at = greatest(updated_at, p_now)
    where vendor_id = p_vendor_id and wallet.head_sequence < w.head_sequence;
end $$;

-- Captures what campaigns hold: each entry (hold, amount) moves from open to captured. The money left the balance when it
-- was reserved, so there is no ledger row. The caller's own compare-and-set decides that this happens once.
create or replace function capture_holds(p_vendor_id uuid, p_now timestamptz, p_entries jsonb) returns void
language plpgsql as $$
declare
  captured record;
begin
  perform 1 from wallet where vendor_id = p_vendor_id for no key update;
  for captured in
    select x.hold, sum(x.amount) as amount, min(x.amount) as least_amount
      from jsonb_to_recordset(p_entries) as x (hold uuid, amount bigint) group by x.hold order by x.hold
  loop
    if captured.least_amount is null or captured.least_amount <= 0 then
      raise exception 'only a positive amount can be captured';
    end if;
    update wallet_hold set captured_minor_unit = captured_minor_unit + captured.amount
      where vendor_id = p_vendor_id and id = captured.hold;
    if not found then raise exception 'there is no hold %', captured.hold; end if;
    update wallet set reserved_minor_unit = reserved_minor_unit - captured.amount,
        updated_at = greatest(updated_at, p_now) where vendor_id = p_vendor_id;
  end loop;
end $$;
