-- Captured payments that could not be credited, for an operator to refund or to credit.
create table unplaced_payment (
  id uuid primary key,
  gateway_payment_id text not null constraint unplaced_payment_payment_unique unique,
  -- Null where the order is not known.
  vendor_id uuid references vendor (id),
  order_id uuid,
  gateway_order_id text,
  amount_minor_unit bigint not null check (amount_minor_unit > 0),
  currency text not null,
  reason text not null,
  -- PLACED: a replay of its webhook has credited it after all.
  state text not null default 'UNPLACED'
    check (state in ('UNPLACED', 'REFUNDING', 'REFUNDED', 'CREDITED', 'PLACED')),
  arrived_at timestamptz not null,
  -- Null where nobody here decided: refunded at the gateway itself, or placed by a replay.
  decided_by uuid,
  closed_at timestamptz,
  credited_vendor_id uuid references vendor (id),
  check ((state = 'CREDITED') = (credited_vendor_id is not null)),
  check ((state in ('REFUNDED', 'CREDITED', 'PLACED')) = (closed_at is not null))
);
create index unplaced_payment_state on unplaced_payment (state, id);
create index unplaced_payment_vendor on unplaced_payment (vendor_id, id);

-- Refunds of such payments. The id is the idempotency key at the gateway: it is committed before the first call.
create table unplaced_payment_refund (
  id uuid primary key,
  payment_id uuid not null references unplaced_payment (id),
  amount_minor_unit bigint not null check (amount_minor_unit > 0),
  status text not null default 'PLANNED' check (status in ('PLANNED', 'ACCEPTED', 'PROCESSED', 'FAILED')),
  gateway_refund_id text constraint unplaced_payment_refund_gateway_unique unique,
  -- The operator; null where it was made at the gateway itself.
  requested_by uuid,
  -- The gateway's error code.
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check (status not in ('ACCEPTED', 'PROCESSED') or gateway_refund_id is not null)
);
create index unplaced_payment_refund_payment on unplaced_payment_refund (payment_id, id);

-- Closed by an operator without a replay.
alter table dead_letter add column closed_at timestamptz;
