-- Plans and what they cost are rows: a new price is an update here, and subscriptions keep what they agreed to.
create table plan (
  plan text primary key check (plan in ('SMB', 'ENTERPRISE')),
  -- Conversations a month, on every cycle.
  conversation_cap bigint not null check (conversation_cap > 0),
  -- All amounts before GST.
  setup_paise bigint not null check (setup_paise >= 0),
  -- From the smallest plan to the largest: to a higher rank is an upgrade.
  rank smallint not null unique
);
create table plan_price (
  plan text not null references plan (plan),
  cycle text not null check (cycle in ('MONTHLY', 'QUARTERLY', 'ANNUAL')),
  base_paise bigint not null check (base_paise > 0),
  primary key (plan, cycle)
);
insert into plan (plan, conversation_cap, setup_paise, rank) values
  ('SMB', 50000, 99900, 1), ('ENTERPRISE', 150000, 249900, 2);
insert into plan_price (plan, cycle, base_paise) values
  ('SMB', 'MONTHLY', 249900), ('SMB', 'QUARTERLY', 719700), ('SMB', 'ANNUAL', 2848800),
  ('ENTERPRISE', 'MONTHLY', 1000000), ('ENTERPRISE', 'QUARTERLY', 2915000), ('ENTERPRISE', 'ANNUAL', 11849900);

-- What a vendor has agreed to and how it stands. `status` is what the last writer saw; what it is now follows from the
-- instants beside it and the clock (domain/subscription.ts).
create table subscription (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  plan text not null check (plan in ('SMB', 'ENTERPRISE', 'CUSTOM')),
  cycle text not null check (cycle in ('MONTHLY', 'QUARTERLY', 'ANNUAL')),
  status text not null check (status in ('ACTIVE', 'PAST_DUE', 'CANCELLED', 'FROZEN', 'TRIAL')),
  -- Before GST, as agreed: of each cycle, and what that makes a month.
  cycle_amount_paise bigint not null check (cycle_amount_paise > 0),
  monthly_amount_paise bigint not null check (monthly_amount_paise >= 0),
  -- The last cycle that is paid for.
  billing_cycle_start timestamptz not null,
  billing_cycle_end timestamptz not null check (billing_cycle_end > billing_cycle_start),
  conversation_cap bigint not null check (conversation_cap >= 0),
  conversations_used bigint not null default 0 check (conversations_used >= 0),
  -- By campaigns that run, beyond any reset.
  conversations_reserved bigint not null default 0 check (conversations_reserved >= 0),
  cap_reset_date timestamptz not null,
  -- The newest payment, by its own time: a failed charge from before it is settled.
  last_paid_at timestamptz,
  -- The first failed charge since then.
  past_due_at timestamptz,
  frozen_at timestamptz,
  cancel_at_cycle_end boolean not null default false,
  cancelled_at timestamptz check ((cancelled_at is not null) = (status = 'CANCELLED')),
  trial_until timestamptz,
  -- The setup fee is paid or waived: the vendor never pays it again.
  is_set_up boolean not null,
  refund_deadline timestamptz,
  -- When the sweep has to look next.
  next_step_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (vendor_id, id)
);
-- CANCELLED is final for a row; beside those a vendor has at most one.
create unique index subscription_live_unique on subscription (vendor_id) where status <> 'CANCELLED';
create index subscription_next_step on subscription (next_step_at)
  where next_step_at is not null and status <> 'CANCELLED';

-- Every cycle that was paid for, by the payment that did it: one payment has one effect. A change of plan that needed no
-- payment names itself instead.
create table subscription_cycle (
  vendor_id uuid not null,
  subscription_id uuid not null,
  payment_id text not null,
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  -- What the period is worth before GST. After a plan change the unused part of the one before is in it.
  worth_paise bigint not null check (worth_paise >= 0),
  created_at timestamptz not null,
  primary key (vendor_id, payment_id),
  foreign key (vendor_id, subscription_id) references subscription (vendor_id, id)
);
create index subscription_cycle_ahead on subscription_cycle (vendor_id, subscription_id, period_end);

-- Failed charges that no later payment has settled, each by the gateway's own time: events come in any order.
create table subscription_failure (
  vendor_id uuid not null,
  subscription_id uuid not null,
  at timestamptz not null,
  primary key (vendor_id, subscription_id, at),
  foreign key (vendor_id, subscription_id) references subscription (vendor_id, id)
);

-- The gateway's side: what it may charge by itself. One that was replaced stays known, for its events may still come.
create table gateway_subscription (
  vendor_id uuid not null,
  gateway_sub_id text not null,
  subscription_id uuid not null,
  -- Each charge, before GST and with it.
  base_paise bigint not null check (base_paise > 0),
  amount_minor_unit bigint not null check (amount_minor_unit >= base_paise),
  mandate_url text,
  mandate text not null check (mandate in ('PENDING', 'ACTIVE', 'ENDED')),
  -- Set when it no longer fits the subscription: it is to be cancelled.
  replaced_at timestamptz,
  -- The gateway has confirmed that it charges no more.
  closed_at timestamptz,
  created_at timestamptz not null,
  primary key (vendor_id, gateway_sub_id),
  constraint gateway_subscription_unique unique (gateway_sub_id),
  foreign key (vendor_id, subscription_id) references subscription (vendor_id, id)
);
create unique index gateway_subscription_current on gateway_subscription (vendor_id, subscription_id)
  where replaced_at is null;

-- When sending stops if nobody pays, so that it stops whether or not anything runs.
alter table vendor add column messaging_until timestamptz;
