-- What every feature stands on. Instants are written by the product's clock, except leases and liveness, which run on
-- real time and may use clock_timestamp().

-- Sandbox mode only: product time = machine time + offset. One row.
create table sandbox_clock (
  id smallint primary key default 1 check (id = 1),
  offset_seconds integer not null default 0 check (offset_seconds between 0 and 1000000000),
  version integer not null default 0
);
insert into sandbox_clock default values;

create table process (
  id uuid primary key,
  clock_version integer not null,
  seen_at timestamptz not null
);

-- Each vendor's data keys, wrapped by a master key that lives outside the database. A
-- new version encrypts only when it has settled, so its age is on real time.
create table data_key (
  vendor_id uuid not null,
  version smallint not null check (version between 1 and 255),
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (vendor_id, version)
);

-- The first answer to each Idempotency-Key. While status_code is null the request runs and lease_until is renewed.
create table idempotency_key (
  scope_id uuid not null,
  route text not null,
  key text not null,
  request_hash bytea not null,
  lease_token uuid not null,
  lease_until timestamptz not null,
  status_code smallint,
  answer_cipher bytea,
  created_at timestamptz not null,
  primary key (scope_id, route, key)
);
create index idempotency_key_created_at on idempotency_key (created_at);

-- Work promised by a committed transaction. A row stays until its job has run; while it is leased the queue has it.
create table outbox_event (
  vendor_id uuid not null,
  id uuid not null,
  job_name text not null,
  payload jsonb not null,
  due_at timestamptz not null,
  leased_until timestamptz not null default '-infinity',
  -- How often the queue gave the job up and it was put off to a later time.
  deferrals smallint not null default 0,
  created_at timestamptz not null,
  primary key (vendor_id, id)
);
create index outbox_event_waiting on outbox_event (vendor_id, due_at, id);

-- What kept failing, for an operator to look at and replay.
create table dead_letter (
  vendor_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('WEBHOOK', 'JOB', 'MESSAGE')),
  name text not null,
  payload jsonb not null,
  reason text not null,
  attempts integer not null,
  created_at timestamptz not null,
  replayed_at timestamptz,
  primary key (vendor_id, id)
);
create index dead_letter_created_at on dead_letter (created_at);
