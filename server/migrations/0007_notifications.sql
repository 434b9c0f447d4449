-- What the vendor is told, in the portal and by mail. The words are made from kind and parameters when they are shown;
-- parameters are ids, amounts and dates, never personal data.
create table notification (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  kind text not null,
  parameters jsonb not null,
  -- One notice a cause, however often the cause is looked at.
  cause text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (vendor_id, id),
  constraint notification_cause_unique unique (vendor_id, cause)
);
create index notification_unread on notification (vendor_id, id) where read_at is null;
