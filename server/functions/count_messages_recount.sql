-- version: 1
-- Applied after the triggers that count messages, because its name follows theirs, and to be raised with them: whatever was
-- there before is counted once by a worker, and until then by every request.
insert into message_recount (vendor_id) select id from vendor on conflict do nothing;
