-- What an import does with an existing contact, as a keyed hash, and the version of the review in which that changed last.
alter table staged_contact add column result_digest bigint, add column result_version integer;

-- The plans of a review: the hash that clients confirm, and the last version of the review that had it.
create table import_plan (
  vendor_id uuid not null,
  job_id uuid not null,
  plan_hash bytea not null,
  version integer not null,
  primary key (vendor_id, job_id, plan_hash),
  foreign key (vendor_id, job_id) references import_job (vendor_id, id) on delete cascade
);
