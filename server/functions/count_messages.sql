-- version: 1
-- As count_contacts.sql, for messages. Every statement that adds, changes or deletes messages appends by how much it
-- changed the figures, in its own transaction: a few rows for a batch of hundreds of messages, and none where only a lease
-- has changed.
create or replace function count_messages() returns trigger language plpgsql as $$
begin
  insert into message_count_change (vendor_id, campaign_id, quarter_hour, country_code, status, settled_as,
         messages, accepted, read, cost_minor_unit)
  select vendor_id, campaign_id, date_bin('15 minutes', coalesce(sent_at, failed_at), 'epoch'), country_code, status,
         settled_as, sign * count(*), sign * count(sent_at), sign * count(read_at), sign * sum(cost_minor_unit)
    from changed, (values (case tg_op when 'INSERT' then 1 else -1 end)) as direction (sign)
   group by 1, 2, 3, 4, 5, 6, sign;
  return null;
end $$;
create or replace trigger message_added after insert on message referencing new table as changed
  for each statement execute function count_messages();
create or replace trigger message_removed after delete on message referencing old table as changed
  for each statement execute function count_messages();

create or replace function count_changed_messages() returns trigger language plpgsql as $$
begin
  insert into message_count_change (vendor_id, campaign_id, quarter_hour, country_code, status, settled_as,
         messages, accepted, read, cost_minor_unit)
  select vendor_id, campaign_id, date_bin('15 minutes', coalesce(sent_at, failed_at), 'epoch'), country_code, status,
         settled_as, sum(sign), sum(case when sent_at is null then 0 else sign end),
         sum(case when read_at is null then 0 else sign end), sum(sign * cost_minor_unit)
    from (select vendor_id, campaign_id, sent_at, failed_at, read_at, country_code, status, settled_as, cost_minor_unit,
                 1 as sign
            from after_change
          union all
          select vendor_id, campaign_id, sent_at, failed_at, read_at, country_code, status, settled_as, cost_minor_unit, -1
            from before_change) changed
   group by 1, 2, 3, 4, 5, 6
  having sum(sign) <> 0 or sum(case when sent_at is null then 0 else sign end) <> 0
      or sum(case when read_at is null then 0 else sign end) <> 0 or sum(sign * cost_minor_unit) <> 0;
  return null;
end $$;
create or replace trigger message_changed after update on message
  referencing old table as before_change new table as after_change
  for each statement execute function count_changed_messages();
