-- A corrected error report is a new job, linked to the job that wrote the report.
alter table import_job add column parent_job_id uuid;
alter table import_job add foreign key (vendor_id, parent_job_id) references import_job (vendor_id, id);
create index import_job_parent on import_job (vendor_id, parent_job_id) where parent_job_id is not null;

-- Rows of a corrected report, and the rows of the parent's file that they correct, in the same order.
alter table import_chunk add column corrected_rows integer[] not null default '{}';
alter table import_chunk add column parent_rows integer[] not null default '{}';

-- A failed row of a job that a later job imported successfully.
create table repaired_row (
  vendor_id uuid not null,
  job_id uuid not null,
  row_index integer not null,
  child_job_id uuid not null,
  primary key (vendor_id, job_id, row_index, child_job_id),
  foreign key (vendor_id, job_id) references import_job (vendor_id, id),
  foreign key (vendor_id, child_job_id) references import_job (vendor_id, id)
);
create index repaired_row_child on repaired_row (vendor_id, child_job_id);
