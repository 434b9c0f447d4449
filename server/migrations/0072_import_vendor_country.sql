-- The vendor's country when the rows of the import began to be processed. Numbers without a country of their own are
-- read with it until the end, although the vendor may change it meanwhile. Null: an older version began.
alter table import_job add column vendor_country text;
