-- What the duplicates of a file are found by, a few bytes of each contact: see marks.ts. Unlogged, like the rows that they
-- belong to.
create unlogged table staged_marks (
  vendor_id uuid not null,
  job_id uuid not null,
  part integer not null,
  -- Of the chunk.
  first_row integer not null,
  marks bytea not null
);
-- Hashes have nothing that could be compressed.
alter table staged_marks alter column marks set storage external;
create index staged_marks_of_job on staged_marks (vendor_id, job_id, part);

-- Places whose number was there before in the file, and where. Small rows of their own: to note it in the staged rows
-- would write each of these, and its first one, once more.
create unlogged table staged_duplicate (
  vendor_id uuid not null,
  job_id uuid not null,
  place bigint not null,
  first_place bigint not null,
  primary key (vendor_id, job_id, place)
);
create index staged_duplicate_of_first on staged_duplicate (vendor_id, job_id, first_place, place);

-- Imports that are under way have none of these: as after a crash, their rows are staged again.
truncate staged_mark, staged_contact, staged_failure;
alter table staged_contact drop column first_place, drop column duplicate_rows, drop column duplicate_count;

-- Few rows are decided or folded, and whoever looks for them must not go through all of a large file.
create index staged_contact_decided on staged_contact (vendor_id, job_id, place) where action <> 'CREATE';
create index staged_contact_folded on staged_contact (vendor_id, job_id, place) where folded_cipher is not null;

-- A small sample tells all that a plan asks about.
alter table staged_contact
  alter column vendor_id set statistics 10, alter column job_id set statistics 10, alter column place set statistics 10,
  alter column mobile_hash set statistics 10, alter column action set statistics 10,
  alter column folded_cipher set statistics 10;
alter table staged_duplicate
  alter column vendor_id set statistics 10, alter column job_id set statistics 10, alter column place set statistics 10,
  alter column first_place set statistics 10;
