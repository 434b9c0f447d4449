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
  add column head_at timestamptz not null default '-infinity',
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
  description text not null check (description !~ '[\n\r]'),
  reference_type text,
  reference_id text,
  idempotency_key text not null,
  prev_hash bytea not null,
  hash bytea not null,
  created_at timestamptz not null,
  primary key (vendor_id, sequence),
  unique (vendor_id, id),
  constraint wallet_transaction_key_unique unique (vendor_id, idempotency_key)
);
create index wallet_transaction_type on wallet_transaction (vendor_id, type, sequence);

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
  check (captured_minor_unit + returned_minor_unit <= amount_minor_unit)
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

-- Rupees for one unit of a currency at the last known rate, and how old the older of the two rates is.
create function rupees_for(p_currency text, out rate numeric, out fetched_at timestamptz)
language sql stable as $$
  select round(inr.rate / own.rate, 10), least(inr.fetched_at, own.fetched_at)
  from exchange_rate inr, exchange_rate own
  where inr.from_currency = 'USD' and inr.to_currency = 'INR'
    and own.from_currency = 'USD' and own.to_currency = p_currency
$$;

-- What the hash of a ledger row covers, field by field, one on a line. None of them can contain a line break.
create function ledger_line(t wallet_transaction) returns text language sql immutable as $$
  select concat_ws(E'\n', 'harkara-ledger-1', t.wallet_id::text, t.sequence::text, t.id::text, t.type,
    t.amount_minor_unit::text, t.bonus_minor_unit::text, t.balance_after_minor_unit::text,
    t.bonus_after_minor_unit::text, t.currency, t.amount_inr_paise::text, t.exchange_rate_used::text,
    t.is_rate_stale::text, coalesce(t.reference_type, ''), coalesce(t.reference_id, ''), t.idempotency_key,
    t.description, (extract(epoch from t.created_at) * 1000)::bigint::text, encode(t.prev_hash, 'hex'))
$$;

-- Moves money in one wallet: the entries in their order, each applied, KNOWN (its key was used before: nothing happens)
-- or INSUFFICIENT (nothing happens). Entries: id, type, amount, key, description, referenceType, referenceId, and
-- * hold: the campaign that a RESERVED founds or adds to and a REFUND gives back to, with fromCaptured when what it
--   gives back had been used up;
-- * refundOf: the key of the DEBIT that a REFUND outside campaigns gives back.
-- Bonus is spent first and given back last, so that it can never be cashed out.
create function move_money(p_vendor_id uuid, p_now timestamptz, p_entries jsonb)
returns table (key text, outcome text, tx_id uuid, tx_sequence bigint, amount bigint, bonus bigint,
  balance_before bigint, balance_after bigint, is_low boolean)
language plpgsql as $$
declare
  w wallet;
  e record;
  t wallet_transaction;
  h wallet_hold;
  origin record;
  booking record;
  decimals smallint;
begin
  select * into w from wallet where vendor_id = p_vendor_id for update;
  if not found then raise exception 'vendor % has no wallet', p_vendor_id; end if;
  select r.rate, r.fetched_at < p_now - interval '24 hours' and w.currency <> 'INR' as is_stale
    into booking from rupees_for(w.currency) r;
  select c.decimal_places into strict decimals from currency_config c where c.code = w.currency;

  for e in
    select * from jsonb_to_recordset(p_entries) as x (id uuid, type text, amount bigint, key text, description text,
      "referenceType" text, "referenceId" text, hold uuid, "fromCaptured" boolean, "refundOf" text)
  loop
    key := e.key;
    select * into t from wallet_transaction k where k.vendor_id = p_vendor_id and k.idempotency_key = e.key;
    if found then
      outcome := 'KNOWN'; tx_id := t.id; tx_sequence := t.sequence; amount := t.amount_minor_unit;
      bonus := t.bonus_minor_unit; balance_before := w.balance_minor_unit; balance_after := w.balance_minor_unit;
      is_low := false;
      return next;
      continue;
    end if;

    balance_before := w.balance_minor_unit;
    if e.type in ('DEBIT', 'RESERVED') and e.amount > w.balance_minor_unit then
      outcome := 'INSUFFICIENT'; tx_id := null; tx_sequence := null; amount := e.amount; bonus := 0;
      balance_after := balance_before; is_low := false;
      return next;
      continue;
    end if;

    t := null;
    case e.type
      when 'CREDIT' then t.bonus_minor_unit := 0;
      when 'BONUS' then t.bonus_minor_unit := e.amount;
      when 'DEBIT', 'RESERVED' then t.bonus_minor_unit := least(w.bonus_balance_minor_unit, e.amount);
      when 'REFUND' then
        if e.hold is not null then
          select * into strict h from wallet_hold x where x.vendor_id = p_vendor_id and x.id = e.hold;
          t.bonus_minor_unit := greatest(0, e.amount - (h.amount_minor_unit - h.bonus_minor_unit)
            + (h.returned_minor_unit - h.returned_bonus_minor_unit));
        else
          select k.amount_minor_unit, k.bonus_minor_unit into strict origin from wallet_transaction k
            where k.vendor_id = p_vendor_id and k.idempotency_key = e."refundOf" and k.type = 'DEBIT';
          if e.amount > origin.amount_minor_unit then raise exception 'a refund above what was taken'; end if;
          t.bonus_minor_unit := greatest(0, e.amount - (origin.amount_minor_unit - origin.bonus_minor_unit));
        end if;
    end case;

    if e.type in ('DEBIT', 'RESERVED') then
      w.balance_minor_unit := w.balance_minor_unit - e.amount;
      w.bonus_balance_minor_unit := w.bonus_balance_minor_unit - t.bonus_minor_unit;
    else
      w.balance_minor_unit := w.balance_minor_unit + e.amount;
      w.bonus_balance_minor_unit := w.bonus_balance_minor_unit + t.bonus_minor_unit;
    end if;

    if e.hold is not null and e.type = 'RESERVED' then
      insert into wallet_hold (vendor_id, id, amount_minor_unit, bonus_minor_unit)
        values (p_vendor_id, e.hold, e.amount, t.bonus_minor_unit)
        on conflict (vendor_id, id) do update set
          amount_minor_unit = wallet_hold.amount_minor_unit + excluded.amount_minor_unit,
          bonus_minor_unit = wallet_hold.bonus_minor_unit + excluded.bonus_minor_unit;
      w.reserved_minor_unit := w.reserved_minor_unit + e.amount;
    elsif e.hold is not null then
      update wallet_hold x set returned_minor_unit = x.returned_minor_unit + e.amount,
          returned_bonus_minor_unit = x.returned_bonus_minor_unit + t.bonus_minor_unit,
          captured_minor_unit = x.captured_minor_unit - case when e."fromCaptured" then e.amount else 0 end
        where x.vendor_id = p_vendor_id and x.id = e.hold;
      if e."fromCaptured" is not true then w.reserved_minor_unit := w.reserved_minor_unit - e.amount; end if;
    end if;

    w.head_sequence := w.head_sequence + 1;
    w.head_at := greatest(w.head_at, p_now);
    t.vendor_id := p_vendor_id;
    t.sequence := w.head_sequence;
    t.id := e.id;
    t.wallet_id := w.id;
    t.type := e.type;
    t.amount_minor_unit := e.amount;
    t.balance_after_minor_unit := w.balance_minor_unit;
    t.bonus_after_minor_unit := w.bonus_balance_minor_unit;
    t.currency := w.currency;
    t.amount_inr_paise := round(e.amount * booking.rate * 100 / power(10::numeric, decimals));
    t.exchange_rate_used := booking.rate;
    t.is_rate_stale := booking.is_stale;
    t.description := e.description;
    t.reference_type := e."referenceType";
    t.reference_id := e."referenceId";
    t.idempotency_key := e.key;
    t.prev_hash := w.head_hash;
    t.created_at := w.head_at;
    t.hash := sha256(convert_to(ledger_line(t), 'UTF8'));
    insert into wallet_transaction select t.*;
    w.head_hash := t.hash;
    if e."referenceType" = 'RECHARGE' and e.type = 'CREDIT' then w.last_recharged_at := w.head_at; end if;

    outcome := 'APPLIED'; tx_id := t.id; tx_sequence := t.sequence; amount := e.amount; bonus := t.bonus_minor_unit;
    balance_after := w.balance_minor_unit;
    is_low := balance_before >= w.low_balance_threshold and balance_after < w.low_balance_threshold;
    return next;
  end loop;

  update wallet set balance_minor_unit = w.balance_minor_unit, bonus_balance_minor_unit = w.bonus_balance_minor_unit,
      reserved_minor_unit = w.reserved_minor_unit, head_sequence = w.head_sequence, head_hash = w.head_hash,
      head_at = w.head_at, last_recharged_at = w.last_recharged_at, updated_at = greatest(updated_at, p_now)
    where vendor_id = p_vendor_id;
end $$;
