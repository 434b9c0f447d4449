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
