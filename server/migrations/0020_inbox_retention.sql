-- What a webhook said is forgotten after a time; that it came, by its key, is known for good, so that it never counts twice.
alter table webhook_inbox
  alter column body_cipher drop not null,
  -- The payment it was flagged about, so that who finds the same payment otherwise does not report it again.
  add column about text,
  add constraint webhook_inbox_body_until_processed check (body_cipher is not null or status <> 'RECEIVED');
create index webhook_inbox_kept on webhook_inbox (processed_at) where body_cipher is not null and status <> 'RECEIVED';
create index webhook_inbox_about on webhook_inbox (about) where about is not null;
