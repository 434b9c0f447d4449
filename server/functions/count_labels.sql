-- version: 1
-- As count_contacts.sql, for the labels of contacts.
create or replace function count_labels() returns trigger language plpgsql as $$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'LABEL', label_id::text, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by vendor_id, label_id;
  return null;
end $$;
create or replace trigger contact_label_added after insert on contact_label referencing new table as changed
  for each statement execute function count_labels();
create or replace trigger contact_label_removed after delete on contact_label referencing old table as changed
  for each statement execute function count_labels();
