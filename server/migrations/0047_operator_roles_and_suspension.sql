-- What an operator may do. Whoever was an operator before had all rights.
alter table operator add column role text not null default 'OWNER';
alter table operator alter column role drop default;
alter table operator add constraint operator_role_check check (role in ('OWNER', 'FINANCE', 'SUPPORT'));

-- An address that an owner has invited. The link in the mail is computed from the id and never stored.
create table operator_invitation (
  id uuid not null,
  email_hash bytea not null,
  email_cipher bytea not null,
  role text not null,
  invited_by uuid not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint operator_invitation_pkey primary key (id),
  constraint operator_invitation_email_unique unique (email_hash),
  constraint operator_invitation_role_check check (role in ('OWNER', 'FINANCE', 'SUPPORT'))
);

-- Approvals, refunds and the audit log name operators by id. The address must stay known after an account is deleted.
create table removed_operator (
  account_id uuid not null,
  email_cipher bytea not null,
  removed_at timestamptz not null,
  constraint removed_operator_pkey primary key (account_id)
);

-- SUSPENDED used to mean that the account is being closed. Now an operator suspends, and closing has its own state.
alter table vendor add column suspended_at timestamptz;
alter table vendor add column suspension_reason text;
alter table vendor drop constraint vendor_status_check;
update vendor set status = 'CLOSING' where status = 'SUSPENDED';
alter table vendor add constraint vendor_status_check check (status in ('ACTIVE', 'SUSPENDED', 'CLOSING', 'CLOSED'));
alter table vendor add constraint vendor_suspension_check
  check ((status = 'SUSPENDED') = (suspended_at is not null) and (suspended_at is null) = (suspension_reason is null));

-- What an action changed. Entries from before this migration have neither.
alter table audit_entry add column before jsonb;
alter table audit_entry add column after jsonb;
