-- Invoices and credit notes. A number is taken from its series in the transaction that issues the document, under the
-- lock of the series' row: what is rolled back never had one, so each series runs 1, 2, 3 … without a hole.
create table number_series (
  -- Prefix and year, such as HRK-2026.
  series text primary key,
  last_number bigint not null check (last_number > 0)
);

create table invoice (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  type text not null check (type in ('SETUP', 'SUBSCRIPTION', 'WALLET_RECHARGE')),
  status text not null check (status in ('DRAFT', 'PAID', 'OVERDUE', 'VOID')),
  -- Drafts have no number yet.
  series text references number_series (series),
  series_number bigint,
  invoice_number text check (length(invoice_number) <= 16),
  description text not null,
  amount_minor_unit bigint not null check (amount_minor_unit > 0),
  cgst_minor_unit bigint not null check (cgst_minor_unit >= 0),
  sgst_minor_unit bigint not null check (sgst_minor_unit = cgst_minor_unit),
  igst_minor_unit bigint not null check (igst_minor_unit >= 0 and (igst_minor_unit = 0 or cgst_minor_unit = 0)),
  gst_amount_minor_unit bigint not null
    check (gst_amount_minor_unit = cgst_minor_unit + sgst_minor_unit + igst_minor_unit),
  gst_percent smallint not null check (gst_percent >= 0),
  total_minor_unit bigint not null check (total_minor_unit = amount_minor_unit + gst_amount_minor_unit),
  currency text not null,
  total_inr_paise bigint not null,
  -- Rupees for one unit of the currency.
  exchange_rate_used numeric(24, 10) not null,
  tax_kind text not null check (tax_kind in ('INTRA', 'INTER', 'EXPORT', 'NONE')),
  -- A state code; 96 is abroad.
  place_of_supply text not null,
  hsn_code text not null default '998313',
  subscription_id uuid,
  period_start timestamptz,
  period_end timestamptz,
  due_date timestamptz not null,
  issued_at timestamptz,
  paid_at timestamptz,
  gateway_payment_id text,
  refunded_minor_unit bigint not null default 0 check (refunded_minor_unit between 0 and total_minor_unit),
  refund_id text,
  refunded_at timestamptz,
  -- Supplier and customer as they were when it was issued.
  parties_cipher bytea not null,
  -- Counts up when the document must be drawn again, as when it is voided: an older drawing then comes too late.
  pdf_revision integer not null default 1,
  pdf_status text not null default 'PENDING' check (pdf_status in ('PENDING', 'GENERATING', 'READY')),
  pdf_key text,
  pdf_file_key_cipher bytea not null,
  created_at timestamptz not null,
  primary key (vendor_id, id),
  constraint invoice_payment_unique unique (gateway_payment_id, type),
  constraint invoice_number_unique unique (invoice_number),
  constraint invoice_series_unique unique (series, series_number),
  check ((pdf_status = 'READY') <= (pdf_key is not null)),
  check ((series is null) = (invoice_number is null) and (series is null) = (series_number is null)
    and (series is null) = (issued_at is null)),
  check (case status
    when 'PAID' then invoice_number is not null and paid_at is not null and gateway_payment_id is not null
    -- What was refunded in full, or a draft that nobody will pay any more.
    when 'VOID' then (invoice_number is null and refunded_minor_unit = 0)
      or (refunded_minor_unit = total_minor_unit and refunded_at is not null)
    else invoice_number is null and paid_at is null and refunded_minor_unit = 0 end)
);
create index invoice_type on invoice (vendor_id, type, id);
create index invoice_status on invoice (vendor_id, status, id);
create index invoice_subscription on invoice (vendor_id, subscription_id, period_start) where subscription_id is not null;
-- One open bill for a period of a subscription.
create unique index invoice_open_unique on invoice (vendor_id, subscription_id, period_start)
  where status in ('DRAFT', 'OVERDUE');

-- A document that was issued says the same for ever; what happens to it later stands beside it.
create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.invoice_number is null then return old; end if;
  elsif old.invoice_number is null or row(new.vendor_id, new.id, new.type, new.series, new.series_number,
      new.invoice_number, new.description, new.amount_minor_unit, new.cgst_minor_unit, new.igst_minor_unit,
      new.gst_percent, new.total_minor_unit, new.currency, new.total_inr_paise, new.exchange_rate_used, new.tax_kind,
      new.place_of_supply, new.hsn_code, new.issued_at, new.paid_at, new.gateway_payment_id)
    is not distinct from row(old.vendor_id, old.id, old.type, old.series, old.series_number, old.invoice_number,
      old.description, old.amount_minor_unit, old.cgst_minor_unit, old.igst_minor_unit, old.gst_percent,
      old.total_minor_unit, old.currency, old.total_inr_paise, old.exchange_rate_used, old.tax_kind,
      old.place_of_supply, old.hsn_code, old.issued_at, old.paid_at, old.gateway_payment_id) then
    return new;
  end if;
  raise exception 'an issued invoice does not change' using errcode = 'restrict_violation';
end $$;
create trigger invoice_does_not_change before update or delete on invoice
  for each row execute function refuse_invoice_change();
create trigger invoice_stays before truncate on invoice for each statement execute function refuse_change();

create table credit_note (
  vendor_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  series text not null references number_series (series),
  series_number bigint not null,
  credit_note_number text not null check (length(credit_note_number) <= 16),
  amount_minor_unit bigint not null check (amount_minor_unit >= 0),
  cgst_minor_unit bigint not null check (cgst_minor_unit >= 0),
  sgst_minor_unit bigint not null check (sgst_minor_unit = cgst_minor_unit),
  igst_minor_unit bigint not null check (igst_minor_unit >= 0 and (igst_minor_unit = 0 or cgst_minor_unit = 0)),
  gst_amount_minor_unit bigint not null
    check (gst_amount_minor_unit = cgst_minor_unit + sgst_minor_unit + igst_minor_unit),
  total_minor_unit bigint not null
    check (total_minor_unit > 0 and total_minor_unit = amount_minor_unit + gst_amount_minor_unit),
  currency text not null,
  total_inr_paise bigint not null,
  gateway_refund_id text,
  refund_request_id uuid,
  -- The reason is somebody's own words.
  reason_cipher bytea not null,
  issued_at timestamptz not null,
  pdf_revision integer not null default 1,
  pdf_status text not null default 'PENDING' check (pdf_status in ('PENDING', 'GENERATING', 'READY')),
  pdf_key text,
  pdf_file_key_cipher bytea not null,
  primary key (vendor_id, id),
  foreign key (vendor_id, invoice_id) references invoice (vendor_id, id),
  constraint credit_note_number_unique unique (credit_note_number),
  constraint credit_note_series_unique unique (series, series_number),
  constraint credit_note_refund_unique unique (vendor_id, invoice_id, gateway_refund_id),
  constraint credit_note_request_unique unique (vendor_id, invoice_id, refund_request_id),
  check ((pdf_status = 'READY') <= (pdf_key is not null))
);
