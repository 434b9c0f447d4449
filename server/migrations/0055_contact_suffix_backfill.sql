-- The tokens of a contact now include one of the last digits of its number. It depends on a key that the database does
-- not have, so a worker adds it to the contacts of these vendors; see 0121 of the decisions. Imports that were staged
-- before now add contacts without it, so their vendors are listed until these imports have ended.
create table contact_suffix_backfill (
  vendor_id uuid primary key references vendor (id),
  -- The contacts up to this one have been read.
  after_id uuid,
  listed_at timestamptz not null default clock_timestamp(),
  -- Such an import was open when the first contact was read, so all are read once more after its end.
  awaits_imports boolean not null default false,
  -- Set after a failure, so that others come first.
  retry_at timestamptz
);
insert into contact_suffix_backfill (vendor_id)
select id from vendor
 where exists (select from contact where contact.vendor_id = vendor.id)
    or exists (select from import_job where import_job.vendor_id = vendor.id and import_job.ended_at is null);
