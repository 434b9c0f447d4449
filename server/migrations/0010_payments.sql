-- What vendors were asked to pay, and what the outside world tells us about it.

-- An order is written once the gateway has made its own: nobody can be sent to one that we do not know.
create table payment_order (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  type text not null check (type in ('WALLET', 'ONBOARDING', 'CYCLE', 'PLAN_CHANGE')),
  amount_minor_unit bigint not null check (amount_minor_unit > 0),
  currency text not null,
  -- FAILED and EXPIRED are not final: a captured payment makes them PAID. PAID is.
  status text not null default 'CREATED' check (status in ('CREATED', 'PAID', 'FAILED', 'EXPIRED')),
  gateway_order_id text not null constraint payment_order_gateway_order_unique unique,
  -- What the payment buys, for whoever asked for the order. Ids and figures, never personal data.
  details jsonb not null,
  -- The payment that paid it. One payment pays one order.
  gateway_payment_id text constraint payment_order_payment_unique unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  -- When the gateway is asked what became of it, lest a webhook was lost; null: not any more.
  next_check_at timestamptz,
  checks smallint not null default 0,
  primary key (vendor_id, id),
  check ((status = 'PAID') = (gateway_payment_id is not null) and (status = 'PAID') = (paid_at is not null))
);
create index payment_order_due on payment_order (next_check_at) where next_check_at is not null;
create index payment_order_open on payment_order (vendor_id, type, created_at) where status <> 'PAID';
create index payment_order_id on payment_order (id);

-- Every webhook, before it is answered. A row is kept for good: its key is what makes a replay harmless.
create table webhook_inbox (
  id uuid primary key,
  source text not null check (source in ('GATEWAY', 'PROVIDER')),
  event_key bytea not null,
  -- Sealed with the platform's data key: it carries addresses and numbers of people.
  body_cipher bytea not null,
  received_at timestamptz not null,
  status text not null default 'RECEIVED' check (status in ('RECEIVED', 'DONE', 'FLAGGED', 'DEAD')),
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  leased_until timestamptz not null default '-infinity',
  -- Why it had no effect.
  flag text,
  processed_at timestamptz,
  constraint webhook_inbox_event_unique unique (source, event_key)
);
create index webhook_inbox_due on webhook_inbox (next_try_at, id) where status = 'RECEIVED';
