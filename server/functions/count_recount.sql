-- version: 3
-- Applied after the triggers that count rows, because its name follows theirs, and to be raised with them: whatever was
-- there before is counted once by a worker, and until then by every request.
insert into row_recount (vendor_id) select id from vendor union select {{PLATFORM}} on conflict do nothing;
