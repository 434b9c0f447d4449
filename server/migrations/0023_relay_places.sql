-- How far the relay has come in each campaign, in the order of due_at and id: what lies behind is in the queue, or was
-- lost on the way. One row of this instead of a new version of each message. Unlogged: what crash recovery empties is
-- begun anew, and a message that is then in the queue twice is still sent once.
create unlogged table relay_place (
  vendor_id uuid not null,
  campaign_id uuid not null,
  due_at timestamptz not null default '-infinity',
  message_id uuid not null default '00000000-0000-0000-0000-000000000000',
  -- The first of those behind that was still waiting when it was last looked at, and since when; on real time.
  first_due_at timestamptz not null default '-infinity',
  first_message_id uuid not null default '00000000-0000-0000-0000-000000000000',
  first_since timestamptz not null default clock_timestamp(),
  primary key (vendor_id, campaign_id)
) with (fillfactor = 50);

-- Only the purge reads it, in the order in which it was written.
drop index message_route_wrote_at;
create index message_route_wrote_at on message_route using brin (wrote_at);
