-- Message statuses come by the million during a campaign. They have a lane of their own, so that payments, replies and
-- events of the account do not wait behind them.
alter table webhook_inbox add column is_bulk boolean not null default false;
create index webhook_inbox_due_by_lane on webhook_inbox (is_bulk, next_try_at, id) where status = 'RECEIVED';
drop index webhook_inbox_due;

-- What the provider reports about the account, its number and the quality of templates. No personal data.
create table provider_event (
  id uuid primary key,
  -- Hash of the event, because callbacks are repeated.
  event_key bytea not null constraint provider_event_key_unique unique,
  field text not null,
  event text,
  details jsonb not null,
  happened_at timestamptz not null,
  received_at timestamptz not null
);
create index provider_event_received on provider_event (received_at);

-- The last reported quality and messaging limit of the sending number, and since when they hold.
alter table provider_state
  add column quality text,
  add column quality_at timestamptz,
  add column messaging_limit text,
  add column messaging_limit_at timestamptz;
