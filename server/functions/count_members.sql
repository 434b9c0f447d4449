-- version: 1
-- As count_contacts.sql, for the members of lists.
create or replace function count_members() returns trigger language plpgsql as $$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'LIST', list_id::text, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by vendor_id, list_id;
  return null;
end $$;
create or replace trigger contact_list_member_added after insert on contact_list_member referencing new table as changed
  for each statement execute function count_members();
create or replace trigger contact_list_member_removed after delete on contact_list_member referencing old table as changed
  for each statement execute function count_members();
