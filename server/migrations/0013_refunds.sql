-- What vendors ask to have back, how it was decided, and how the money went.
create table refund_request (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  kind text not null check (kind in ('INVOICE', 'WALLET_EXIT')),
  -- Why it may be granted: within the window of the first month, an error of ours, or because the account is closed.
  basis text not null check (basis in ('FIRST_MONTH', 'PLATFORM_ERROR', 'DOUBLE_CHARGE', 'EXIT')),
  status text not null default 'REQUESTED'
    check (status in ('REQUESTED', 'APPROVED', 'PROCESSING', 'REFUNDED', 'FAILED', 'REJECTED')),
  invoice_id uuid,
  invoice_number text,
  gateway_payment_id text,
  currency text not null,
  -- Somebody's own words, both.
  reason_cipher bytea not null,
  note_cipher bytea,
  -- Null where an operator opened it.
  requested_by uuid,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  -- What goes back to the vendor, known from approval on; of it what cannot go back the way it came.
  amount_minor_unit bigint check (amount_minor_unit >= 0),
  manual_payout_minor_unit bigint not null default 0,
  -- Of an exit: what the wallet held besides.
  fee_minor_unit bigint not null default 0 check (fee_minor_unit >= 0),
  forfeit_minor_unit bigint not null default 0 check (forfeit_minor_unit >= 0),
  failure text,
  finished_at timestamptz,
  primary key (vendor_id, id),
  foreign key (vendor_id, invoice_id) references invoice (vendor_id, id),
  check ((kind = 'INVOICE') = (invoice_id is not null) and (kind = 'WALLET_EXIT') = (basis = 'EXIT')),
  check ((status in ('APPROVED', 'PROCESSING', 'REFUNDED', 'FAILED')) = (amount_minor_unit is not null)),
  check ((status = 'REQUESTED') = (decided_at is null)),
  check (manual_payout_minor_unit between 0 and coalesce(amount_minor_unit, 0))
);
-- One open request for an invoice, and one for the account: of two at the same moment one comes in.
create unique index refund_request_open_invoice on refund_request (vendor_id, invoice_id)
  where kind = 'INVOICE' and status in ('REQUESTED', 'APPROVED', 'PROCESSING');
create unique index refund_request_open_exit on refund_request (vendor_id)
  where kind = 'WALLET_EXIT' and status in ('REQUESTED', 'APPROVED', 'PROCESSING');
-- For operators, who see all vendors.
create index refund_request_newest on refund_request (id);
create index refund_request_status on refund_request (status, id);

-- One refund at the gateway each. The id is the key under which the gateway is asked, however often: it is written and
-- committed before the first call. An invoice is refunded under the id of its request.
create table refund_payout (
  vendor_id uuid not null,
  id uuid not null,
  request_id uuid not null,
  gateway_payment_id text not null,
  -- The invoice that the money was paid by.
  invoice_id uuid,
  amount_minor_unit bigint not null check (amount_minor_unit > 0),
  currency text not null,
  -- ACCEPTED: under way at the gateway. FAILED: it will not happen.
  status text not null default 'PLANNED' check (status in ('PLANNED', 'ACCEPTED', 'PROCESSED', 'FAILED')),
  gateway_refund_id text constraint refund_payout_gateway_refund_unique unique,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (vendor_id, id),
  foreign key (vendor_id, request_id) references refund_request (vendor_id, id),
  check (status not in ('ACCEPTED', 'PROCESSED') or gateway_refund_id is not null)
);
create index refund_payout_request on refund_payout (vendor_id, request_id);
create index refund_payout_payment on refund_payout (gateway_payment_id);
