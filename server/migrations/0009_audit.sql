-- What operators did, and what the platform did in their place. Nobody edits it. There are no references to other
-- tables: an entry stays true when what it is about is gone. Details are ids, amounts and words of ours, never
-- personal data.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  -- Null: the platform itself.
  operator_id uuid,
  action text not null check (action ~ '^[A-Z][A-Z0-9_]*$'),
  vendor_id uuid,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null
);
create index audit_entry_vendor on audit_entry (vendor_id, id);
create index audit_entry_action on audit_entry (action, id);
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();
