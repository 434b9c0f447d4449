-- Second factors of accounts: authenticator apps (TOTP), passkeys, and recovery codes for those who lose both.

create table totp_factor (
  account_id uuid primary key references account (id) on delete cascade,
  secret_cipher bytea not null,
  -- null until a code has confirmed that the app has the secret
  confirmed_at timestamptz,
  -- of the last accepted code: a code is accepted once
  last_step bigint,
  created_at timestamptz not null
);

-- A used code is deleted.
create table recovery_code (
  account_id uuid not null references account (id) on delete cascade,
  code_hash bytea not null,
  primary key (account_id, code_hash)
);

create table passkey (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  credential_id bytea not null constraint passkey_credential_unique unique,
  public_key bytea not null,
  -- of the last sign-in; a lower one means that the passkey was copied
  sign_count bigint not null,
  transports text[] not null,
  name_cipher bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

-- Passkey challenges are signed and not stored; those that were used are, until they expire.
create table used_passkey_challenge (
  id uuid primary key,
  expires_at timestamptz not null
);
create index used_passkey_challenge_expires_at on used_passkey_challenge (expires_at);

-- A second factor completes a sign-in too.
alter table sign_in_challenge add column kind text not null default 'EMAIL_CODE'
  check (kind in ('EMAIL_CODE', 'SECOND_FACTOR'));

-- When the owner last confirmed the password in this session, which changes of second factors need.
alter table session add column confirmed_at timestamptz;

alter table vendor add column mfa_required boolean not null default false;
