-- Cells that somebody corrected during the review, and rows that are left out of the import. The chunks stay as they were
-- read. Logged, unlike staged rows: they cannot be computed again.
create table import_repair (
  vendor_id uuid not null,
  job_id uuid not null,
  row_index integer not null,
  is_excluded boolean not null,
  -- All cells of the row; null: those of the file.
  cells_cipher bytea,
  -- A keyed hash of the contacts of the row; 0 if they are those of the file.
  digest bigint not null,
  primary key (vendor_id, job_id, row_index),
  foreign key (vendor_id, job_id) references import_job (vendor_id, id) on delete cascade
);

alter table import_chunk add column excluded_rows integer not null default 0;

alter table import_job
  -- Raised by every change of the review: a repair, another strategy, a contact that changed meanwhile.
  add column review_version integer not null default 0,
  -- The digests of all repairs, combined by XOR.
  add column repairs_digest bigint not null default 0;
