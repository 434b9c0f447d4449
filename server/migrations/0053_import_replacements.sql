-- What a find and replace changed during the review of an import, so that it can be undone: one row for each chunk with
-- changed rows. A chunk may be split later, so its row says which rows it contains. Deleted with the other repairs.
create table import_replacement (
  vendor_id uuid not null,
  job_id uuid not null,
  id uuid not null,
  first_row integer not null,
  last_row integer not null check (last_row >= first_row),
  column_index integer not null,
  cells_cipher bytea not null,
  primary key (vendor_id, job_id, id, first_row),
  foreign key (vendor_id, job_id) references import_job (vendor_id, id) on delete cascade
);
