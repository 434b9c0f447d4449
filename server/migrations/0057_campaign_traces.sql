-- As in the outbox. A file of its own, because a transaction that waits for one table must not hold another.
alter table campaign add column traceparent text;
