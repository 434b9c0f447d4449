-- Quotations, campaigns, the message log and what people write back.

-- A price for an audience, good for a day. What it is made of stands in its snapshot, one item a country.
create table quotation (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  template_id uuid not null,
  list_id uuid not null,
  -- Null: none were named, and nobody is left out for lacking one.
  variables jsonb,
  snapshot_id uuid not null,
  recipients integer not null check (recipients >= 0),
  -- Who is left out: reason and count.
  skipped jsonb not null,
  pdf_status text not null default 'PENDING' check (pdf_status in ('PENDING', 'GENERATING', 'READY')),
  pdf_storage_key text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (vendor_id, id),
  foreign key (vendor_id, snapshot_id) references pricing_snapshot (vendor_id, id)
);

create table campaign (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  name text not null,
  -- The campaign whose failed recipients this one tries again.
  parent_campaign_id uuid,
  -- What it sends is copied: a template may be deleted while its campaign runs.
  template_id uuid not null,
  template_name text not null,
  provider_name text not null,
  language text not null,
  category text not null check (category in ('MARKETING', 'UTILITY', 'AUTHENTICATION')),
  components jsonb not null,
  media_id uuid,
  -- Null: the failed recipients of the parent.
  list_id uuid,
  variables jsonb not null,
  quotation_id uuid,
  -- Null until it is launched: a scheduled campaign is priced at its time.
  snapshot_id uuid,
  currency text not null,
  status text not null
    check (status in ('SCHEDULED', 'RUNNING', 'PAUSED', 'COMPLETED', 'CANCELLED', 'FAILED')),
  pause_reason text check ((pause_reason is not null) = (status = 'PAUSED')),
  scheduled_at timestamptz,
  -- When its money was reserved. Its recipients are the members of that moment.
  launched_at timestamptz check (launched_at is null or snapshot_id is not null),
  -- As priced; expansion never makes more of them, in any country.
  recipients integer not null check (recipients >= 0),
  skipped jsonb not null,
  -- All its message rows exist.
  expanded_at timestamptz,
  ended_at timestamptz check ((ended_at is not null) = (status in ('COMPLETED', 'CANCELLED', 'FAILED'))),
  -- Every message is settled and what was left of the reserve went back.
  billing_closed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (vendor_id, id),
  foreign key (vendor_id, parent_campaign_id) references campaign (vendor_id, id),
  foreign key (vendor_id, quotation_id) references quotation (vendor_id, id),
  foreign key (vendor_id, snapshot_id) references pricing_snapshot (vendor_id, id)
);
-- Those that somebody still has to do something about.
create index campaign_open on campaign (vendor_id, id) where billing_closed_at is null;
create index campaign_running on campaign (vendor_id, launched_at, id) where status = 'RUNNING';

-- The message log: one row a recipient, from its campaign's expansion to its last callback. A QUEUED row is at the same
-- time what the relay takes to the queue, so that log and outbox can never disagree. No number and no text of a campaign
-- stands here: the contact has the one, the campaign the other.
create table message (
  vendor_id uuid not null,
  id uuid not null,
  -- Null: a test, a reply, an automatic answer.
  campaign_id uuid,
  kind text not null check (kind in ('CAMPAIGN', 'TEST', 'REPLY', 'AUTO_REPLY')),
  -- No foreign key: a contact may be deleted, what was sent and paid for stays.
  contact_id uuid,
  mobile_hash bytea not null check (octet_length(mobile_hash) = 32),
  country_code text not null,
  category text not null check (category in ('MARKETING', 'UTILITY', 'AUTHENTICATION', 'SERVICE')),
  cost_minor_unit bigint not null check (cost_minor_unit >= 0),
  status text not null default 'QUEUED'
    check (status in ('QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'CANCELLED')),
  -- What became of its money; set once, in the transaction that moves it.
  settled_as text check (settled_as in ('CAPTURED', 'REFUNDED')),
  -- Counts as a conversation of the plan.
  is_counted boolean not null default false,
  -- Waits for money: only messages outside campaigns do.
  is_unfunded boolean not null default false,
  retry_count smallint not null default 0,
  due_at timestamptz not null,
  -- Until then the queue has it; on real time.
  leased_until timestamptz not null default '-infinity',
  -- Until then its worker may still be calling; on real time.
  sending_until timestamptz,
  wamid text,
  -- The provider's number, or a word of ours.
  error_code text,
  -- Recipient and content of messages outside campaigns.
  content_cipher bytea,
  created_at timestamptz not null,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  primary key (vendor_id, id),
  constraint message_recipient_unique unique (vendor_id, campaign_id, mobile_hash),
  foreign key (vendor_id, campaign_id) references campaign (vendor_id, id),
  check ((kind = 'CAMPAIGN') = (campaign_id is not null))
) with (fillfactor = 80);
create unique index message_wamid_unique on message (wamid) where wamid is not null;
-- Callbacks name our own id where the provider's answer was lost.
create index message_reference on message (id) where wamid is null;
create index message_queued on message (vendor_id, campaign_id, due_at, id) where status = 'QUEUED';
create index message_queued_single on message (due_at, vendor_id, id) where status = 'QUEUED' and campaign_id is null;
create index message_sending on message (sending_until) where status = 'SENDING';
create index message_unknown on message (vendor_id, campaign_id) where status = 'UNKNOWN';
create index message_failed on message (vendor_id, campaign_id) where status = 'FAILED';
create index message_created on message using brin (created_at);

-- Of delivered and failed the first one stands; the other is kept here for a person to look at.
create table message_conflict (
  vendor_id uuid not null,
  message_id uuid not null,
  status text not null,
  error_code text,
  happened_at timestamptz not null,
  noted_at timestamptz not null,
  primary key (vendor_id, message_id, status)
);

-- Callbacks that came before our own commit, or that nobody can place. They wait for their message.
create table parked_status (
  id uuid primary key,
  wamid text not null,
  reference uuid,
  status text not null check (status in ('sent', 'delivered', 'read', 'failed')),
  error_code text,
  happened_at timestamptz not null,
  parked_at timestamptz not null,
  constraint parked_status_unique unique (wamid, status)
);
create index parked_status_parked_at on parked_status (parked_at);

-- Which vendors wrote to a number lately, and their last message: all that says whose an answer is. The hash has a key
-- of its own and no vendor in it; rows go after thirty days.
create table message_route (
  route_hash bytea not null,
  vendor_id uuid not null,
  message_id uuid not null,
  wrote_at timestamptz not null,
  primary key (route_hash, vendor_id)
);
create index message_route_wrote_at on message_route (wrote_at);

-- Answers to customers that were free this month, by vendor.
create table service_allowance (
  vendor_id uuid not null,
  -- The first day of the month, UTC.
  month date not null,
  used integer not null default 0 check (used >= 0),
  primary key (vendor_id, month)
);

-- The provider's account is shared: when it is in trouble, nobody sends. One row.
create table provider_state (
  id boolean primary key default true check (id),
  -- The code that stopped everything, until an operator resumes.
  stopped_code integer,
  stopped_at timestamptz check ((stopped_at is null) = (stopped_code is null)),
  -- Until then everybody is slower; on real time.
  slow_until timestamptz not null default '-infinity'
);
insert into provider_state default values;

-- Files that the provider already has, under its own id, for thirty days.
create table provider_media (
  vendor_id uuid not null,
  media_id uuid not null,
  provider_media_id text not null,
  expires_at timestamptz not null,
  primary key (vendor_id, media_id)
);

-- What people wrote. A message that names no vendor belongs to the platform.
create table inbound_message (
  vendor_id uuid not null,
  id uuid not null,
  wamid text not null constraint inbound_message_wamid_unique unique,
  contact_id uuid,
  -- Of this vendor's contact.
  mobile_hash bytea,
  route_hash bytea not null,
  type text not null,
  content_cipher bytea not null,
  -- The message of ours that it answers, named by the provider or the last one we sent.
  answers_message_id uuid,
  sent_at timestamptz not null,
  received_at timestamptz not null,
  primary key (vendor_id, id)
);
create index inbound_message_contact on inbound_message (vendor_id, contact_id, sent_at);

-- One row a contact that has written: for the list, newest first, and for the 24 hours in which one may answer.
create table conversation (
  vendor_id uuid not null,
  contact_id uuid not null,
  last_message_at timestamptz not null,
  last_inbound_at timestamptz not null,
  unread integer not null default 0 check (unread >= 0),
  primary key (vendor_id, contact_id),
  foreign key (vendor_id, contact_id) references contact (vendor_id, id) on delete cascade
);
create index conversation_newest on conversation (vendor_id, last_message_at, contact_id);
create index message_conversation on message (vendor_id, contact_id, created_at) where campaign_id is null;

create table auto_reply (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  keyword text not null,
  -- What makes two spellings one keyword.
  folded text not null,
  reply text not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (vendor_id, id),
  constraint auto_reply_keyword_unique unique (vendor_id, folded)
);
