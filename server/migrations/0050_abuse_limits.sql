-- Test messages of the last day are counted per vendor and number before another one is sent.
create index message_test_recent on message (vendor_id, created_at) where kind = 'TEST';

-- Imports whose numbers look generated. Counts only: operators must not see numbers of contacts.
create table flagged_import (
  vendor_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  contacts integer not null,
  sequential_contacts integer not null,
  flagged_at timestamptz not null,
  primary key (vendor_id, job_id),
  foreign key (vendor_id, job_id) references import_job (vendor_id, id) on delete cascade
);
create unique index flagged_import_id on flagged_import (id);
