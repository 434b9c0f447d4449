-- version: 1
-- Trigger functions that keep ledgers, prices, snapshots, audit entries and issued invoices from being changed.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A price version may only be activated or withdrawn.
create or replace function keep_all_but_active() returns trigger language plpgsql as $$
declare
  -- The cents are a generated column, computed after this trigger.
  free constant text[] := array['is_active', 'meta_cost_usd_cents'];
begin
  if to_jsonb(new) - free is distinct from to_jsonb(old) - free then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- A draft may change and be deleted; an issued invoice may only change its status and its PDF.
create or replace function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.invoice_number is null then return old; end if;
  elsif old.invoice_number is null or row(new.vendor_id, new.id, new.type, new.series, new.series_number,
      new.invoice_number, new.description, new.amount_minor_unit, new.cgst_minor_unit, new.igst_minor_unit,
      new.gst_percent, new.total_minor_unit, new.currency, new.total_inr_paise, new.exchange_rate_used, new.tax_kind,
      new.place_of_supply, new.hsn_code, new.issued_at, new.paid_at, new.gateway_payment_id, new.vendor_currency,
      new.vendor_currency_rate, new.total_vendor_minor_unit)
    is not distinct from row(old.vendor_id, old.id, old.type, old.series, old.series_number, old.invoice_number,
      old.description, old.amount_minor_unit, old.cgst_minor_unit, old.igst_minor_unit, old.gst_percent,
      old.total_minor_unit, old.currency, old.total_inr_paise, old.exchange_rate_used, old.tax_kind,
      old.place_of_supply, old.hsn_code, old.issued_at, old.paid_at, old.gateway_payment_id, old.vendor_currency,
      old.vendor_currency_rate, old.total_vendor_minor_unit) then
    return new;
  end if;
  raise exception 'an issued invoice does not change' using errcode = 'restrict_violation';
end $$;
