-- Headings of a file may name people, so a mapping is found by a keyed hash of them and stored encrypted.
create table remembered_mapping (
  vendor_id uuid not null references vendor (id),
  headings_hash bytea not null check (octet_length(headings_hash) = 32),
  mapping_cipher bytea not null,
  used_at timestamptz not null,
  primary key (vendor_id, headings_hash)
);

create table import_preset (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  name_hash bytea not null check (octet_length(name_hash) = 32),
  -- name, columns, settings
  preset_cipher bytea not null,
  created_at timestamptz not null,
  primary key (vendor_id, id),
  constraint import_preset_name_unique unique (vendor_id, name_hash)
);
