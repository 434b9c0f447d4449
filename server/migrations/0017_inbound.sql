-- What people wrote, and how it is forgotten.

-- A vendor may note that somebody does not want to be written to.
alter table opt_out drop constraint opt_out_reason_check;
alter table opt_out add constraint opt_out_reason_check check (reason in ('STOP', 'MANUAL', 'PROVIDER', 'PREFERENCE'));

-- When it was asked for last: a START that was written before undoes nothing, however late it arrives.
alter table opt_out add column asked_at timestamptz;
update opt_out set asked_at = opted_out_at;
alter table opt_out alter column asked_at set not null;

-- The rule that an automatic answer follows, so that the same one is not given twice in a moment.
alter table message add column auto_reply_id uuid;

-- What is to be cleared after a while.
create index inbound_message_routed on inbound_message (received_at) where octet_length(route_hash) > 0;
create index message_test on message (created_at) where kind = 'TEST' and content_cipher is not null;

-- With a contact goes everything that was said: whoever deletes contacts, and however many. That there was a message
-- stays, for a copy of it must not bring the person back.
create function forget_words() returns trigger language plpgsql as $$
begin
  update inbound_message i
     set contact_id = null, mobile_hash = null, route_hash = '', content_cipher = ''
    from gone where i.vendor_id = gone.vendor_id and i.contact_id = gone.id;
  update message m set content_cipher = null
    from gone where m.vendor_id = gone.vendor_id and m.contact_id = gone.id and m.campaign_id is null;
  return null;
end $$;
create trigger contact_words_go after delete on contact referencing old table as gone
  for each statement execute function forget_words();
