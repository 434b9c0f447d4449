-- What a message costs. Prices, fees and snapshots are never edited: a new price is a new row with a later
-- effective_from, so that what was charged can always be computed again.

create table message_pricing (
  id uuid primary key default gen_random_uuid(),
  category text not null check (category in ('MARKETING', 'UTILITY', 'AUTHENTICATION', 'SERVICE')),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  -- Of the vendors whom the row is for; USD rows are for everybody whose own currency has none.
  currency text not null references currency_config (code),
  -- What the provider takes, in millionths of a USD: its cards have up to four decimals.
  meta_cost_usd_micros bigint not null check (meta_cost_usd_micros between 0 and 1000000000000),
  -- For display: to the nearest cent, halves up.
  meta_cost_usd_cents bigint not null generated always as ((meta_cost_usd_micros + 5000) / 10000) stored,
  -- Null: the platform's own.
  markup_percent integer check (markup_percent between 0 and 1000),
  effective_from timestamptz not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  constraint message_pricing_version_unique unique (category, country_code, currency, effective_from)
);

create function keep_all_but_active() returns trigger language plpgsql as $$
declare
  -- The cents follow from the micros, and only after this.
  free constant text[] := array['is_active', 'meta_cost_usd_cents'];
begin
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger message_pricing_versions before update on message_pricing
  for each row execute function keep_all_but_active();
create trigger message_pricing_append_only before delete or truncate on message_pricing
  for each statement execute function refuse_change();

-- The provider's USD card of 2026-07-01, in millionths of a USD.
insert into message_pricing (category, country_code, currency, meta_cost_usd_micros, effective_from, created_at)
  select price.category, card.country_code, 'USD', price.micros, price.effective_from, '2026-07-01T00:00:00Z'
  from (values ('IN', 11800, 1400), ('US', 25000, 3400), ('CA', 25000, 3400), ('GB', 63500, 22000),
      ('AE', 49900, 15700), ('BR', 62500, 6800), ('ID', 41100, 25000), ('SA', 50100, 10700), ('SG', 73200, 16000),
      ('DE', 136500, 55000), ('MX', 30500, 8500)) as card (country_code, marketing, utility),
    lateral (values ('MARKETING', card.marketing, timestamptz '2026-07-01T00:00:00Z'),
      ('UTILITY', card.utility, '2026-07-01T00:00:00Z'), ('AUTHENTICATION', card.utility, '2026-07-01T00:00:00Z'),
      -- Answers to customers are charged from October on, as utility messages are.
      ('SERVICE', card.utility, '2026-10-01T00:00:00Z')) as price (category, micros, effective_from);
-- What the card of 2026-10-01 changed.
insert into message_pricing (category, country_code, currency, meta_cost_usd_micros, effective_from, created_at)
  select 'MARKETING', country_code, 'USD', micros, '2026-10-01T00:00:00Z', '2026-07-01T00:00:00Z'
  from (values ('AE', 57600), ('SA', 57600), ('MX', 39700)) as card (country_code, micros);

create table pricing_tier (
  id uuid primary key,
  name text not null constraint pricing_tier_name_unique unique,
  discount_percent integer not null check (discount_percent between 0 and 100),
  -- Null: the one of the price.
  markup_percent integer check (markup_percent between 0 and 1000),
  created_at timestamptz not null
);

-- A vendor without a row has no tier and the usual markup.
create table vendor_pricing (
  vendor_id uuid primary key references vendor (id),
  tier_id uuid references pricing_tier (id),
  markup_percent integer check (markup_percent between 0 and 1000),
  updated_at timestamptz not null
);

-- A currency without a rule has no fee; a rule of nothing ends the one before.
create table platform_fee_rule (
  id uuid primary key,
  currency text not null references currency_config (code),
  flat_minor_unit bigint not null check (flat_minor_unit between 0 and 100000000000),
  percent integer not null check (percent between 0 and 100),
  effective_from timestamptz not null,
  created_at timestamptz not null,
  constraint platform_fee_rule_version_unique unique (currency, effective_from)
);
create trigger platform_fee_rule_append_only before update or delete or truncate on platform_fee_rule
  for each statement execute function refuse_change();

-- The prices that a quotation or a launch was made with. One row holds all of it, so that nothing can be added later.
create table pricing_snapshot (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  category text not null,
  currency text not null,
  -- Units of the currency for one USD.
  exchange_rate_used numeric(24, 10) not null check (exchange_rate_used > 0),
  rate_fetched_at timestamptz not null,
  discount_percent integer not null,
  -- One a country: countryCode, recipients, metaCostUsdMicros, markupPercent, unitMinorUnit, subtotalMinorUnit.
  items jsonb not null,
  messages_minor_unit bigint not null check (messages_minor_unit >= 0),
  platform_fee_minor_unit bigint not null check (platform_fee_minor_unit >= 0),
  total_minor_unit bigint not null,
  created_at timestamptz not null,
  primary key (vendor_id, id),
  check (total_minor_unit = messages_minor_unit + platform_fee_minor_unit)
);
create trigger pricing_snapshot_append_only before update or delete or truncate on pricing_snapshot
  for each statement execute function refuse_change();

-- When the feed of exchange rates is asked again: one row, for all processes.
create table rates_feed (
  id boolean primary key default true check (id),
  next_look_at timestamptz not null
);
insert into rates_feed (next_look_at) values ('2026-07-01T00:00:00Z');

-- A threshold that nobody chose follows the currency.
alter table wallet add column is_threshold_chosen boolean not null default false;
