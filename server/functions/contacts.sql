-- version: 1
-- Deletes the content of a contact's conversation together with the contact, however contacts are deleted. The rows of the
-- messages stay, so that a second delivery of one is recognised and does not bring the person's data back.
create or replace function forget_words() returns trigger language plpgsql as $$
begin
  update inbound_message i
     set contact_id = null, mobile_hash = null, route_hash = '', content_cipher = ''
    from gone where i.vendor_id = gone.vendor_id and i.contact_id = gone.id;
  update message m set content_cipher = null
    from gone where m.vendor_id = gone.vendor_id and m.contact_id = gone.id and m.campaign_id is null;
  return null;
end $$;
