-- Contacts by country: the filter of the list, and how many contacts each country has. The condition is always true. It
-- keeps the planner from reading all contacts of a vendor by this index where it looks for one number, which it does as
-- long as it has no statistics of the vendor. On a large table it is built beforehand without blocking anybody; see
-- "Upgrading" in the operations guide.
create index if not exists contact_country on contact (vendor_id, country_code, id) where country_code > '';
