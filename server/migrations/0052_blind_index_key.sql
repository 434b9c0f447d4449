-- The keys that the hashes in this database were made with, in the order in which they were added.
create table blind_index_key (
  version smallint primary key check (version between 1 and 255),
  -- Recognises the key without revealing it.
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  used_since timestamptz not null default clock_timestamp()
);

-- The key that the hashes are being moved to. What was begun with one key cannot be continued with another, so the second
-- columns are cleared before another key is used.
create table blind_index_rotation (
  is_only boolean primary key check (is_only),
  version smallint not null check (version between 2 and 255),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  is_cleared boolean not null
);
