-- A vendor's address book. Number, name and attributes of a contact are one ciphertext; a keyed hash of the number is
-- its identity, keyed hashes of the name's words make it searchable. There is no foreign key to the vendor, because a
-- check for each of a million imported rows would cost more than it guards: vendors are never deleted.

create table contact (
  vendor_id uuid not null,
  id uuid not null,
  mobile_hash bytea not null check (octet_length(mobile_hash) = 32),
  profile_cipher bytea not null,
  -- 64 bits of the keyed hash of each word of the name. The vendor is part of the hash, so the index needs no vendor.
  name_tokens bigint[] not null,
  -- The names of the attributes that have a value, and 'name': a launch counts who lacks a variable without decrypting.
  filled_keys text[] not null,
  country_code text not null,
  source text not null check (source in ('MANUAL', 'IMPORT', 'API', 'INBOUND')),
  -- Raised by every change; the audit log has one row for each.
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (vendor_id, id),
  constraint contact_mobile_unique unique (vendor_id, mobile_hash)
);
create index contact_name_tokens on contact using gin (name_tokens);

create table label (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  name text not null,
  -- What makes two spellings one label.
  folded text not null,
  created_at timestamptz not null,
  primary key (vendor_id, id),
  constraint label_folded_unique unique (vendor_id, folded)
);

create table contact_label (
  vendor_id uuid not null,
  contact_id uuid not null,
  label_id uuid not null,
  added_at timestamptz not null,
  -- The order in which labels were given together.
  place smallint not null,
  primary key (vendor_id, contact_id, label_id),
  foreign key (vendor_id, contact_id) references contact (vendor_id, id) on delete cascade,
  foreign key (vendor_id, label_id) references label (vendor_id, id)
);
create index contact_label_label on contact_label (vendor_id, label_id, contact_id);

-- A DYNAMIC list holds whoever has one of its labels, a STATIC one its members.
create table contact_list (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('STATIC', 'DYNAMIC')),
  created_at timestamptz not null,
  primary key (vendor_id, id)
);

create table contact_list_label (
  vendor_id uuid not null,
  list_id uuid not null,
  label_id uuid not null,
  primary key (vendor_id, list_id, label_id),
  foreign key (vendor_id, list_id) references contact_list (vendor_id, id) on delete cascade,
  foreign key (vendor_id, label_id) references label (vendor_id, id)
);

create table contact_list_member (
  vendor_id uuid not null,
  list_id uuid not null,
  contact_id uuid not null,
  added_at timestamptz not null,
  primary key (vendor_id, list_id, contact_id),
  foreign key (vendor_id, list_id) references contact_list (vendor_id, id) on delete cascade,
  foreign key (vendor_id, contact_id) references contact (vendor_id, id) on delete cascade
);
create index contact_list_member_contact on contact_list_member (vendor_id, contact_id);

-- By number, not by contact: it outlives deletion and a new import.
create table opt_out (
  vendor_id uuid not null,
  mobile_hash bytea not null,
  reason text not null check (reason in ('STOP', 'PROVIDER', 'PREFERENCE')),
  opted_out_at timestamptz not null,
  primary key (vendor_id, mobile_hash)
);

-- Every change of a contact, in the transaction that made it. Deleting a contact empties its ciphertexts here.
create table contact_audit (
  vendor_id uuid not null,
  contact_id uuid not null,
  revision integer not null,
  action text not null check (action in ('CREATE', 'UPDATE', 'MERGE', 'DELETE', 'RESTORE')),
  -- Null: an API key.
  actor_id uuid,
  job_id uuid,
  before_cipher bytea,
  after_cipher bytea,
  labels_before uuid[] not null default '{}',
  labels_after uuid[] not null default '{}',
  -- What has changed since a certain moment is exact by transaction, not by time: transactions commit in any order.
  transaction_id bigint not null default (pg_current_xact_id()::text::bigint),
  created_at timestamptz not null,
  primary key (vendor_id, contact_id, revision)
);
-- The log only grows at its end, so that both lie together on disk: a range index costs an import next to nothing,
-- where a tree would take a third of its time.
create index contact_audit_transaction on contact_audit using brin (transaction_id)
  with (pages_per_range = 32, autosummarize = on);
create index contact_audit_job on contact_audit using brin (job_id) with (pages_per_range = 32, autosummarize = on);
