-- version: 1
-- As count_contacts.sql, for campaigns by status.
create or replace function count_campaigns() returns trigger language plpgsql as $$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  select vendor_id, 'CAMPAIGN', status, case tg_op when 'INSERT' then count(*) else -count(*) end
    from changed group by vendor_id, status;
  return null;
end $$;
create or replace trigger campaign_added after insert on campaign referencing new table as changed
  for each statement execute function count_campaigns();
create or replace trigger campaign_removed after delete on campaign referencing old table as changed
  for each statement execute function count_campaigns();
-- Statements that do not name the column pay nothing.
create or replace function count_campaign_status() returns trigger language plpgsql as $$
begin
  insert into row_count_change (vendor_id, subject, key, change)
  values (old.vendor_id, 'CAMPAIGN', old.status, -1), (new.vendor_id, 'CAMPAIGN', new.status, 1);
  return null;
end $$;
create or replace trigger campaign_status_changed after update of status on campaign
  for each row when (old.status is distinct from new.status) execute function count_campaign_status();
