-- version: 1
-- As count_contacts.sql, for the audit log of operators, whose total is about all vendors. Entries are never deleted.
create or replace function count_audit_entries() returns trigger language plpgsql as $$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select {{PLATFORM}}, 'AUDIT', action, count(*) from changed group by action;
  return null;
end $$;
create or replace trigger audit_entry_added after insert on audit_entry referencing new table as changed
  for each statement execute function count_audit_entries();
