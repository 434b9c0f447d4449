-- Every process reports itself, so that a fleet whose processes do not fit together can be named.
create table running_process (
  id uuid primary key,
  roles text[] not null,
  host text not null,
  version text not null,
  -- By name, a short hash of each setting that all processes must share.
  settings jsonb not null,
  clock_ahead_ms integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default clock_timestamp()
);
