-- As in the outbox.
alter table webhook_inbox add column traceparent text;
