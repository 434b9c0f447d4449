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
-- A number may be assigned to another country with the same calling code. Statements that do not name the column pay
-- nothing.
create or replace function count_reassigned_contact() returns trigger language plpgsql as $$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  values (old.vendor_id, 'COUNTRY', old.country_code, -1), (new.vendor_id, 'COUNTRY', new.country_code, 1);
  return null;
end $$;
create or replace trigger contact_reassigned after update of country_code on contact
  for each row when (old.country_code is distinct from new.country_code) execute function count_reassigned_contact();
