-- Every invoice and credit note shows its total in the vendor's currency too. Plans are billed in rupees, so a vendor
-- that keeps its wallet in another currency had no figure of its own. Documents issued before stay as they are (null).
alter table invoice
  add column vendor_currency text,
  -- Rupees for one unit of the vendor's currency.
  add column vendor_currency_rate numeric(24, 10),
  add column total_vendor_minor_unit bigint,
  add check (
    (vendor_currency is null) = (vendor_currency_rate is null)
    and (vendor_currency is null) = (total_vendor_minor_unit is null)
  );
alter table credit_note add column total_vendor_minor_unit bigint;

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
