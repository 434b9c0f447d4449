-- Rows of settled status updates, by age, for the purge that deletes them. What they said is in the message log, which
-- does not count a status twice; rows about money are kept for good.
create index if not exists webhook_inbox_settled on webhook_inbox (processed_at)
  where body_cipher is null and is_bulk and status = 'DONE';
