-- The import that asked for an opt-out, as long as nobody else has asked for it: undoing the import withdraws it.
alter table opt_out add column job_id uuid;
create index opt_out_job on opt_out (vendor_id, job_id) where job_id is not null;

-- Numbers that a file states as opted out, in all spellings; see number-spellings.ts. Unlogged, like the rows they belong to.
create unlogged table staged_opt_out (
  vendor_id uuid not null,
  job_id uuid not null,
  place bigint not null,
  mobile_hash bytea not null,
  spelling integer not null,
  primary key (job_id, place, spelling)
);
create index staged_opt_out_number on staged_opt_out (job_id, mobile_hash);
