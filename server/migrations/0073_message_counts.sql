-- How many messages of a vendor are in which state, by campaign, by the quarter of an hour in which they were sent, and by
-- country, with what they cost, so that neither the dashboard nor the page of a campaign reads a million messages. A
-- quarter of an hour, because every time zone begins its days at one. Triggers append what a statement changed; a
-- periodic task adds the changes up; the figures are the sum of both tables. See 0161 of the decisions.
create table message_count (
  vendor_id uuid not null,
  id bigint not null generated always as identity,
  -- Null outside campaigns.
  campaign_id uuid,
  -- When it began. Null as long as a message is neither sent nor failed.
  quarter_hour timestamptz,
  country_code text not null,
  status text not null,
  settled_as text,
  messages bigint not null,
  accepted bigint not null,
  read bigint not null,
  cost_minor_unit bigint not null,
  primary key (vendor_id, id)
);
create unique index message_count_key on message_count
  (vendor_id, campaign_id, quarter_hour, country_code, status, settled_as) nulls not distinct;
create index message_count_quarter_hour on message_count (vendor_id, quarter_hour);
create table message_count_change (
  vendor_id uuid not null,
  id bigint not null generated always as identity,
  campaign_id uuid,
  quarter_hour timestamptz,
  country_code text not null,
  status text not null,
  settled_as text,
  messages bigint not null,
  accepted bigint not null,
  read bigint not null,
  cost_minor_unit bigint not null,
  primary key (vendor_id, id)
);
-- Whose messages are older than the triggers. They are counted once; until then every request counts.
create table message_recount (
  vendor_id uuid primary key
);
