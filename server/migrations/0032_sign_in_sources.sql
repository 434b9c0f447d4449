-- Sign-in limits by source, so that a stranger's failures do not keep the owner out. Addresses without an account are
-- counted like all others. A source is the keyed hash of a network, a device or a session.
--
-- sign_in_failure now counts the failures of an address over all sources. Its blocked_until is no longer used, and
-- one_time_code is replaced by mailed_code: both stay for processes of the version before.

create table sign_in_source_failure (
  email_hash bytea not null,
  source_hash bytea not null,
  failures integer not null,
  last_failure_at timestamptz not null,
  blocked_until timestamptz,
  primary key (email_hash, source_hash)
);
create index sign_in_source_failure_last_failure_at on sign_in_source_failure (last_failure_at);

-- Devices and networks from which somebody has signed in to an account.
create table known_source (
  account_id uuid not null references account (id) on delete cascade,
  source_hash bytea not null,
  last_signed_in_at timestamptz not null,
  primary key (account_id, source_hash)
);
create index known_source_last_signed_in_at on known_source (last_signed_in_at);

-- A sign-in that a mailed code completes. account_id is null where the password was wrong: the caller must not see the
-- difference, so those have a row as well.
create table sign_in_challenge (
  id uuid primary key,
  account_id uuid references account (id) on delete cascade,
  -- of the account when the password was checked: a new password voids the challenge
  token_version integer,
  email_hash bytea not null,
  source_hash bytea not null,
  tries_left smallint not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_challenge_account on sign_in_challenge (account_id, created_at);
create index sign_in_challenge_created_at on sign_in_challenge (created_at);

-- Codes for registration and password reset. Several may be valid at once: a request from another source does not void
-- a code that was just mailed. The digits are computed from the id, never stored.
create table mailed_code (
  id uuid primary key,
  email_hash bytea not null,
  purpose text not null check (purpose in ('REGISTER', 'RESET_PASSWORD')),
  email_cipher bytea not null,
  -- null once a second source has asked for it, too
  source_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mailed_code_email on mailed_code (email_hash, purpose);
create index mailed_code_expires_at on mailed_code (expires_at);

-- Each wrong guess at a code, kept for an hour: the limits are computed from these rows.
create table wrong_code (
  email_hash bytea not null,
  purpose text not null,
  code_id uuid not null,
  source_hash bytea not null,
  is_known boolean not null,
  guessed_at timestamptz not null
);
create index wrong_code_email on wrong_code (email_hash, purpose, guessed_at);
create index wrong_code_guessed_at on wrong_code (guessed_at);
