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

-- Exports of everything that belongs to a vendor. The file has a key of its own, sealed with the data key, so that it is
-- unreadable with everything else.
create table vendor_export (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED')),
  requested_by uuid,
  storage_key text not null,
  file_key_cipher bytea not null,
  rows_total bigint not null default 0,
  rows_done bigint not null default 0,
  file_bytes bigint,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  primary key (vendor_id, id),
  check ((status in ('READY', 'EXPIRED')) = (ready_at is not null)),
  check ((ready_at is null) = (expires_at is null) and (ready_at is null) = (file_bytes is null))
);
create unique index vendor_export_running on vendor_export (vendor_id) where status in ('QUEUED', 'RUNNING');
create index vendor_export_expiring on vendor_export (expires_at) where status = 'READY';
