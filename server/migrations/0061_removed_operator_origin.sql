-- The operators that a removed one has invited still count as its inviter.
alter table removed_operator add column invited_by uuid;
alter table removed_operator add column confirmed_by uuid;
