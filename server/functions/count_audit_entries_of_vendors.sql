-- version: 1
-- As count_contacts.sql, for the audit logs of vendors. Entries are never deleted.
create or replace function count_audit_entries_of_vendors() returns trigger language plpgsql as $$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'VENDOR_AUDIT', action, count(*) from changed group by vendor_id, action;
  return null;
end $$;
create or replace trigger vendor_audit_entry_added after insert on vendor_audit_entry referencing new table as changed
  for each statement execute function count_audit_entries_of_vendors();
