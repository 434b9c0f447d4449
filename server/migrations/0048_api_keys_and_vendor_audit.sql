-- What a key may do, until when and from where. Keys that exist keep what they could do: no scopes means all that a
-- member may do, no end and no addresses mean no restriction. Addresses are personal data and sealed.
alter table api_key
  add column scopes text[] check (cardinality(scopes) > 0),
  add column expires_at timestamptz,
  add column allowed_ips_cipher bytea,
  add column last_used_from_cipher bytea,
  -- When a refused use was last written to the audit log, which happens at most once an hour.
  add column refused_at timestamptz,
  add column is_expiry_announced boolean not null default false;
create index api_key_unannounced_expiry on api_key (expires_at)
  where expires_at is not null and not is_expiry_announced;

-- What a vendor's members, keys and we ourselves did to a vendor, for its administrators.
create table vendor_audit_entry (
  vendor_id uuid not null references vendor (id),
  id uuid not null,
  at timestamptz not null,
  actor_type text not null check (actor_type in ('MEMBER', 'API_KEY', 'HARKARA')),
  -- The account or the key.
  actor_id uuid check ((actor_id is null) = (actor_type = 'HARKARA')),
  action text not null check (action ~ '^[A-Z][A-Z0-9_]*$'),
  subject_type text not null,
  subject_id text not null,
  details jsonb not null,
  -- Addresses of people and machines, sealed with the vendor's data key.
  personal_cipher bytea,
  primary key (vendor_id, id)
);
create index vendor_audit_entry_action on vendor_audit_entry (vendor_id, action, id);
create index vendor_audit_entry_actor on vendor_audit_entry (vendor_id, actor_id, id);
create trigger vendor_audit_entry_append_only before update or delete or truncate on vendor_audit_entry
  for each statement execute function refuse_change();

-- What operators did before, without their names and reasons.
insert into vendor_audit_entry (vendor_id, id, at, actor_type, action, subject_type, subject_id, details)
  select vendor_id, id, at, 'HARKARA', action, subject_type, subject_id,
    (select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(details)
      where key in ('amountMinorUnit', 'currency', 'type', 'plan', 'status'))
  from audit_entry
  where vendor_id in (select id from vendor)
    and action in ('WALLET_CREDITED', 'WALLET_CORRECTED', 'SUBSCRIPTION_SET', 'REFUND_APPROVED', 'REFUND_REJECTED',
      'REFUND_ISSUED', 'REFUND_PAID_OUT');
