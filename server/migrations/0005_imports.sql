-- The bulk import. A job goes through its states; its rows are kept in chunks (encrypted, as they were read) from which
-- everything later can be made again.

-- An upload under way: written before the first byte is stored, gone with the transaction that makes the job. What is
-- left was cut off by a crash, and its file is removed.
create table import_upload (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  storage_key text not null,
  created_at timestamptz not null,
  primary key (vendor_id, id)
);
create index import_upload_created_at on import_upload (created_at);

create table import_job (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  status text not null check (status in ('UPLOADED', 'SCANNING', 'QUARANTINED', 'HEADERS_EXTRACTED', 'AWAITING_MAPPING',
    'MAPPING_CONFIRMED', 'QUEUED', 'PROCESSING', 'PENDING_REVIEW', 'PERSISTING', 'COMPLETED', 'PARTIAL_SUCCESS', 'FAILED',
    'CANCELLED')),
  -- [{status, at}], oldest first
  history jsonb not null,
  failure_reason text,
  -- Null: an API key.
  actor_id uuid,
  file_kind text not null check (file_kind in ('csv', 'xlsx')),
  file_hash bytea not null,
  file_bytes integer not null,
  storage_key text not null,
  file_key_cipher bytea not null,
  -- name of the file, name of the list to fill
  details_cipher bytea not null,
  default_country text,
  merge_strategy text not null
    check (merge_strategy in ('SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE')),
  auto_map boolean not null,
  labels text[] not null,
  -- columns, samples, suggestion
  head_cipher bytea,
  -- what each column is used for; null until confirmed
  mapping_cipher bytea,
  total_rows integer,
  -- Fixed once all chunks have voted; '' when no country has more than half.
  majority_country text,
  -- The strategy that duplicates inside the file and the decisions of the preview were computed with.
  resolved_strategy text,
  -- Transactions from this one on may have changed contacts since the preview was computed.
  resolved_at_transaction bigint,
  warning_rows integer,
  summary jsonb,
  undo_state text check (undo_state in ('RUNNING', 'DONE')),
  undo_restored integer not null default 0,
  undo_removed integer not null default 0,
  undo_kept integer not null default 0,
  undo_after uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  -- Rows, reports and file are gone; what they added up to is kept.
  purged_at timestamptz,
  final_totals jsonb,
  primary key (vendor_id, id)
);
-- Of several uploads of one file at the same moment, one becomes a job.
create unique index import_job_active_file_unique on import_job (vendor_id, file_hash) where ended_at is null;
create index import_job_file on import_job (vendor_id, file_hash);
create index import_job_waiting on import_job (updated_at) where status in ('AWAITING_MAPPING', 'PENDING_REVIEW');
create index import_job_to_purge on import_job (ended_at) where purged_at is null;

-- Up to 5,000 rows as they were read. first_row names the chunk; one that keeps crashing is halved.
create table import_chunk (
  vendor_id uuid not null,
  job_id uuid not null,
  first_row integer not null,
  last_row integer not null,
  row_count integer not null,
  state text not null check (state in ('STORED', 'SIFTED', 'STAGED', 'PERSISTED')),
  -- Which of the import's runners has it.
  claimed_by smallint,
  tries smallint not null default 0,
  rows_cipher bytea not null,
  -- Numbers whose country the file itself told, by country: what the majority is counted from.
  votes jsonb not null default '{}',
  -- Rows that wait for the majority.
  parked_rows integer[] not null default '{}',
  valid_rows integer not null default 0,
  invalid_rows integer not null default 0,
  warning_rows integer not null default 0,
  contacts integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  merged integer not null default 0,
  skipped integer not null default 0,
  changed_since_preview integer not null default 0,
  primary key (vendor_id, job_id, first_row),
  foreign key (vendor_id, job_id) references import_job (vendor_id, id) on delete cascade
);
alter table import_chunk alter column rows_cipher set storage external;

-- Rows made ready, and rows that failed. Unlogged, which halves their cost: crash recovery empties these tables, all of
-- them together, and a job whose mark is gone has its rows staged again from its chunks.
create unlogged table staged_mark (
  vendor_id uuid not null,
  job_id uuid not null,
  -- False while rows that were lost are staged again.
  is_whole boolean not null,
  primary key (vendor_id, job_id)
);

create unlogged table staged_contact (
  vendor_id uuid not null,
  job_id uuid not null,
  -- row in the file * 65536 + place within the row
  place bigint not null,
  -- The id that the contact gets if it is new.
  id uuid not null,
  mobile_hash bytea not null,
  country_code text not null,
  country_source text not null,
  profile_cipher bytea not null,
  name_tokens bigint[] not null,
  filled_keys text[] not null,
  labels text[] not null,
  warnings text[] not null,
  -- The first place in the file that has the same number; null: this is it.
  first_place bigint,
  -- What the first place becomes when later rows of its number are merged into it.
  folded_cipher bytea,
  folded_tokens bigint[],
  folded_keys text[],
  folded_labels text[],
  duplicate_rows integer[],
  duplicate_count integer not null default 0,
  -- What the preview says will happen.
  action text not null default 'CREATE',
  contact_id uuid,
  name_changed boolean not null default false,
  labels_added boolean not null default false,
  primary key (vendor_id, job_id, place)
);
create index staged_contact_repeated on staged_contact (vendor_id, job_id, first_place, place)
  where first_place is not null;

create unlogged table staged_failure (
  vendor_id uuid not null,
  job_id uuid not null,
  row_index integer not null,
  reason text not null,
  cells_cipher bytea not null,
  primary key (vendor_id, job_id, row_index)
);
