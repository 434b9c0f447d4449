-- What must stay readable after a closed vendor's data key is destroyed (invoices, credit notes, refunds, company
-- details) has a key of its own.
create table books_key (
  vendor_id uuid not null,
  version smallint not null check (version between 1 and 255),
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (vendor_id, version)
);

-- data_destroyed_at: the data key is gone. data_erased_at: the rows and files are gone as well.
alter table vendor
  add column closed_at timestamptz,
  add column data_destroyed_at timestamptz,
  add column data_erased_at timestamptz,
  add constraint vendor_erased_after_destruction check (data_erased_at is null or data_destroyed_at is not null);
update vendor set closed_at = updated_at where status = 'CLOSED';
create index vendor_to_erase on vendor (id) where status = 'CLOSED' and data_erased_at is null;
