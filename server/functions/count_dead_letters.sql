-- version: 1
-- As count_contacts.sql, for the dead letters that operators see, which are those of all vendors.
create or replace function count_dead_letters() returns trigger language plpgsql as $$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select {{PLATFORM}}, 'DEAD_LETTER', kind, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by kind;
  return null;
end $$;
create or replace trigger dead_letter_added after insert on dead_letter referencing new table as changed
  for each statement execute function count_dead_letters();
create or replace trigger dead_letter_removed after delete on dead_letter referencing old table as changed
  for each statement execute function count_dead_letters();
