-- Each invitation that was mailed in the last day, also those that were replaced, withdrawn or accepted since: how many a
-- vendor may send is counted here.
create table invitation_log (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  email_hash bytea not null,
  created_at timestamptz not null,
  primary key (vendor_id, id)
);
create index invitation_log_created_at on invitation_log (created_at);
