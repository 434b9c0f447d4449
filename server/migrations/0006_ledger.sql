-- The ledger. One function moves money: move_money() below. It locks the wallet, decides each movement from what the
-- lock shows, writes the ledger rows and the wallet's head, and nothing else writes either.

-- The head of the ledger (sequence, hash, instant) stands on the wallet, so that a cut tail shows as well.
alter table wallet
  -- The part of the balance that was given, not paid for.
  add column bonus_balance_minor_unit bigint not null default 0,
  -- What campaigns hold and have neither used up nor given back. It has left the balance already.
  add column reserved_minor_unit bigint not null default 0 check (reserved_minor_unit >= 0),
  -- What messages outside campaigns will cost that are under way and not charged yet.
  add column in_flight_minor_unit bigint not null default 0 check (in_flight_minor_unit >= 0),
  add column head_sequence bigint not null default 0,
  add column head_hash bytea not null default decode(repeat('00', 32), 'hex'),
  add column head_at timestamptz not null default 'epoch',
  add constraint wallet_bonus_within_balance
    check (bonus_balance_minor_unit between 0 and balance_minor_unit);

create table wallet_transaction (
  vendor_id uuid not null references wallet (vendor_id),
  sequence bigint not null check (sequence > 0),
  id uuid not null,
  wallet_id uuid not null,
  type text not null check (type in ('CREDIT', 'DEBIT', 'REFUND', 'BONUS', 'RESERVED')),
  amount_minor_unit bigint not null check (amount_minor_unit > 0),
  bonus_minor_unit bigint not null check (bonus_minor_unit between 0 and amount_minor_unit),
  balance_after_minor_unit bigint not null check (balance_after_minor_unit >= 0),
  bonus_after_minor_unit bigint not null check (bonus_after_minor_unit between 0 and balance_after_minor_unit),
  currency text not null,
  amount_inr_paise bigint not null,
  -- Rupees for one unit of the wallet's currency.
  exchange_rate_used numeric(24, 10) not null,
  -- The rate was older than prices may be when it was booked.
  is_rate_stale boolean not null,
  description text not null,
  reference_type text,
  reference_id text,
  -- The campaign's hold that a RESERVED made or a REFUND gave back from.
  hold_id uuid,
  -- The key of the DEBIT that a REFUND gave back.
  refund_of text,
  idempotency_key text not null,
  prev_hash bytea not null,
  hash bytea not null,
  created_at timestamptz not null,
  primary key (vendor_id, sequence),
  constraint wallet_transaction_key_unique unique (vendor_id, idempotency_key),
  -- The hash covers one field a line: a field with a line break could pass for two.
  constraint wallet_transaction_one_line
    check (strpos(concat(description, reference_type, reference_id, refund_of, idempotency_key), E'\n') = 0)
);
create index wallet_transaction_type on wallet_transaction (vendor_id, type, sequence);
create index wallet_transaction_hold on wallet_transaction (vendor_id, hold_id, sequence) where hold_id is not null;
create index wallet_transaction_refund on wallet_transaction (vendor_id, refund_of) where refund_of is not null;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger wallet_transaction_append_only before update or delete or truncate on wallet_transaction
  for each statement execute function refuse_change();

-- What a campaign reserved, and what became of it: amount = captured + returned + still open.
create table wallet_hold (
  vendor_id uuid not null references wallet (vendor_id),
  -- The campaign.
  id uuid not null,
  amount_minor_unit bigint not null check (amount_minor_unit > 0),
  bonus_minor_unit bigint not null check (bonus_minor_unit between 0 and amount_minor_unit),
  captured_minor_unit bigint not null default 0 check (captured_minor_unit >= 0),
  returned_minor_unit bigint not null default 0 check (returned_minor_unit >= 0),
  returned_bonus_minor_unit bigint not null default 0
    check (returned_bonus_minor_unit between 0 and least(bonus_minor_unit, returned_minor_unit)),
  primary key (vendor_id, id),
  constraint wallet_hold_resolved_once check (captured_minor_unit + returned_minor_unit <= amount_minor_unit)
);

-- Currencies and the last known rates stand here because every ledger row books its worth in rupees.
create table currency_config (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  symbol text not null,
  decimal_places smallint not null check (decimal_places between 0 and 3),
  locale text not null,
  is_active boolean not null default true
);
insert into currency_config (code, symbol, decimal_places, locale) values
  ('INR', '₹', 2, 'en-IN'), ('USD', '$', 2, 'en-US'), ('AED', 'AED', 2, 'en-AE'), ('GBP', '£', 2, 'en-GB'),
  ('EUR', '€', 2, 'en-IE'), ('SGD', 'S$', 2, 'en-SG'), ('JPY', '¥', 0, 'ja-JP'), ('KWD', 'KWD', 3, 'en-KW'),
  ('BHD', 'BHD', 3, 'en-BH');

create table exchange_rate (
  id uuid not null default gen_random_uuid() unique,
  from_currency text not null,
  to_currency text not null,
  -- Units of to_currency for one unit of from_currency.
  rate numeric(24, 10) not null check (rate > 0),
  fetched_at timestamptz not null,
  primary key (from_currency, to_currency)
);
-- Good enough to book with before the first fetch; far too old to price with.
insert into exchange_rate (from_currency, to_currency, rate, fetched_at)
  select 'USD', code, rate, '2026-07-01T00:00:00Z' from (values ('USD', 1), ('INR', 83.33), ('EUR', 0.92),
    ('GBP', 0.79), ('AED', 3.6725), ('JPY', 149.5), ('KWD', 0.3075), ('BHD', 0.376), ('SGD', 1.34)) as r (code, rate);

-- What the hash of a ledger row covers, field by field, one on a line. Stable, not immutable, so that it is inlined.
create function ledger_line(t wallet_transaction) returns text language sql stable as $$
  select concat_ws(E'\n', 'harkara-ledger-1', t.wallet_id::text, t.sequence::text, t.id::text, t.type,
    t.amount_minor_unit::text, t.bonus_minor_unit::text, t.balance_after_minor_unit::text,
    t.bonus_after_minor_unit::text, t.currency, t.amount_inr_paise::text, t.exchange_rate_used::text,
    t.is_rate_stale::text, coalesce(t.reference_type, ''), coalesce(t.reference_id, ''), coalesce(t.hold_id::text, ''),
    coalesce(t.refund_of, ''), t.idempotency_key, t.description,
    (extract(epoch from t.created_at) * 1000000)::bigint::text, encode(t.prev_hash, 'hex'))
$$;

-- Moves money in one wallet: the entries in their order, each with one of these outcomes:
-- * APPLIED
-- * KNOWN: its key was used before for the same movement, and what is given is how that one went. The same key for
--   another movement is an error.
-- * INSUFFICIENT, TOO_LARGE: the balance would fall below zero or pass what JSON can carry. Nothing happens.
-- Entries: id, type, amount, key, description, referenceType, referenceId, and
-- * hold: the campaign that a RESERVED founds or adds to and a REFUND gives back to, with fromCaptured when what it
--   gives back had been used up;
-- * refundOf: the key of the DEBIT that a REFUND outside campaigns gives back.
-- Bonus is spent first and given back last, so that it can never be cashed out.
-- The vendor is told when the balance falls below its threshold, in the same transaction. Who cannot do that, because
-- this statement is all of the transaction, says p_may_fall false, and a batch that would lead there is refused.
create function move_money(p_vendor_id uuid, p_now timestamptz, p_entries jsonb, p_may_fall boolean default true)
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
      "referenceType" text, "referenceId" text, hold uuid, "fromCaptured" boolean, "refundOf" text)
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
      when 'DEBIT', 'RESERVED' then bonus := least(w.bonus_balance_minor_unit, e.amount);
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

-- Uses up what campaigns hold: each entry (hold, amount) goes from open to captured. It left the balance when it was
-- reserved, so no ledger row is due. Whoever calls decides, by its own compare-and-set, that this happens once.
create function capture_holds(p_vendor_id uuid, p_now timestamptz, p_entries jsonb) returns void
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
