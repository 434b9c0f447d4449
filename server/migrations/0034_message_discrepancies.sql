-- Operators page through the contradicting callbacks, newest first.
alter table message_conflict add column id bigint generated always as identity;
create unique index message_conflict_newest on message_conflict (id);
