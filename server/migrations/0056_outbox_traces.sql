-- Where the trace of a request continues: the text of a W3C traceparent header. Null unless tracing is on.
alter table outbox_event add column traceparent text;
