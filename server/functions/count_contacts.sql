-- version: 1
-- Every statement that adds or removes contacts appends how many, in its own transaction: after an import, a bulk call, a
-- deletion or an erasure, and whatever a person does by hand. It appends instead of raising a number, because
-- transactions would wait for each other at that row. In a file of its own, as the triggers of labels and members are:
-- nobody who waits for the lock on one table may hold that on another.
create or replace function count_contacts() returns trigger language plpgsql as $$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'COUNTRY', country_code, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by vendor_id, country_code;
  return null;
end $$;
create or replace trigger contact_added after insert on contact referencing new table as changed
  for each statement execute function count_contacts();
create or replace trigger contact_removed after delete on contact referencing old table as changed
  for each statement execute function count_contacts();
