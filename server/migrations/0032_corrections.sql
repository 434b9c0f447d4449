-- move_money() with one more member of an entry, paidFirst: a DEBIT that takes paid money before bonus. An operator's
-- CREDIT is paid out when the account is closed, bonus is not: taking the credit back from the bonus would leave the
-- vendor with money to be paid out that it never paid. Everything else is as in 0006.
create or replace function move_money(p_vendor_id uuid, p_now timestamptz, p_entries jsonb, p_may_fall boolean default true)
returns table (key text, outcome text, tx_id uuid, tx_sequence bigint, amount bigint, bonus bigint,
  balance_before bigint, balance_after bigint, low_balance_threshold bigint)
language plpgsql as $$
declare
  json_max constant bigint := 9007199254740991;
  w wallet;
  e record;
  t wallet_transaction;
  h wallet_hold;
  is_taking boolean;
  -- What a REFUND gives back from: all of it and its bonus, and what has been given back before.
  origin record;
  -- Rupees for one unit, whether that rate is old, and how many paise one minor unit is worth.
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
    select round(inr.rate / own.rate, 10), least(inr.fetched_at, own.fetched_at) < p_now - interval '24 hours',
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
    is_taking := e.type in ('DEBIT', 'RESERVED');

    select * into t from wallet_transaction k where k.vendor_id = p_vendor_id and k.idempotency_key = e.key;
    if found then
      if (t.type, t.amount_minor_unit, t.reference_type, t.reference_id, t.hold_id, t.refund_of)
          is distinct from (e.type, e.amount, e."referenceType", e."referenceId", e.hold, e."refundOf") then
        raise exception 'key % names another movement', e.key using errcode = 'unique_violation';
      end if;
      outcome := 'KNOWN'; tx_id := t.id; tx_sequence := t.sequence; bonus := t.bonus_minor_unit;
      balance_after := t.balance_after_minor_unit;
      balance_before := balance_after + case when is_taking then amount else -amount end;
      return next;
      continue;
    end if;

    balance_before := w.balance_minor_unit;
    paise := round(e.amount * paise_per_unit);
    outcome := case
      when is_taking and e.amount > w.balance_minor_unit then 'INSUFFICIENT'
      when paise > json_max or not is_taking and e.amount > json_max - w.balance_minor_unit then 'TOO_LARGE'
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
      when 'DEBIT', 'RESERVED' then
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
        -- Paid money first, until all that was taken of it is back.
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

    w.balance_minor_unit := w.balance_minor_unit + case when is_taking then -e.amount else e.amount end;
    w.bonus_balance_minor_unit := w.bonus_balance_minor_unit + case when is_taking then -bonus else bonus end;
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
