-- Sign-in is global (an email address has one account); what an account may do hangs on its membership or its being an
-- operator. Email addresses are found by a keyed hash and readable only with the platform's data key.

create table account (
  id uuid primary key,
  email_hash bytea not null,
  email_cipher bytea not null,
  password_hash text not null,
  status text not null check (status in ('ACTIVE', 'DISABLED')),
  -- Raised to end every session and access token at once.
  token_version integer not null default 1,
  created_at timestamptz not null,
  constraint account_email_unique unique (email_hash)
);

-- Platform staff: never made by registration.
create table operator (
  account_id uuid primary key references account (id) on delete cascade,
  created_at timestamptz not null
);

-- Each registration is an attempt of its own with its own password; verifying one ends the others.
create table registration_attempt (
  id uuid primary key,
  email_hash bytea not null,
  password_hash text not null,
  company_name_cipher bytea,
  created_at timestamptz not null
);
create index registration_attempt_email on registration_attempt (email_hash, created_at desc);
create index registration_attempt_created_at on registration_attempt (created_at);

-- One live code for an address and purpose: a new one replaces it. The digits are computed from the id, never stored.
create table one_time_code (
  email_hash bytea not null,
  purpose text not null check (purpose in ('REGISTER', 'RESET_PASSWORD')),
  id uuid not null unique,
  email_cipher bytea not null,
  tries_left smallint not null check (tries_left >= 0),
  expires_at timestamptz not null,
  primary key (email_hash, purpose)
);
create index one_time_code_expires_at on one_time_code (expires_at);

create table sign_in_failure (
  email_hash bytea primary key,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz
);
create index sign_in_failure_last_failure_at on sign_in_failure (last_failure_at);

-- One row for each sign-in. The refresh token of a generation is computed, not stored; only the newest one works, and
-- the one before it once more within seconds of the rotation.
create table session (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  generation integer not null default 1,
  rotated_at timestamptz not null,
  grace_used boolean not null default false,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null
);
create index session_account on session (account_id);
create index session_expires_at on session (expires_at);

create table vendor (
  id uuid primary key,
  company_name text not null,
  -- legal name, tax number, address, phone, billing email
  details_cipher bytea,
  country text not null,
  currency text not null,
  currency_fixed boolean not null default false,
  timezone text not null,
  status text not null check (status in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  messaging_enabled boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index vendor_created_at on vendor (created_at, id);

create table vendor_user (
  vendor_id uuid not null references vendor (id),
  account_id uuid not null references account (id) on delete cascade,
  role text not null check (role in ('ADMIN', 'MEMBER')),
  created_at timestamptz not null,
  primary key (vendor_id, account_id),
  constraint vendor_user_account_unique unique (account_id)
);

create table invitation (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  email_hash bytea not null,
  email_cipher bytea not null,
  role text not null check (role in ('ADMIN', 'MEMBER')),
  invited_by uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (vendor_id, id),
  constraint invitation_email_unique unique (vendor_id, email_hash)
);

create table api_key (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  name text not null,
  secret_hash bytea not null,
  hint text not null,
  created_by uuid,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (vendor_id, id),
  constraint api_key_secret_unique unique (secret_hash)
);

create table wallet (
  vendor_id uuid primary key references vendor (id),
  id uuid not null unique,
  balance_minor_unit bigint not null default 0 check (balance_minor_unit >= 0),
  currency text not null,
  low_balance_threshold bigint not null check (low_balance_threshold >= 0),
  last_recharged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
