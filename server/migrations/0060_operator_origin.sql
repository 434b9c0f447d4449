-- Who invited an operator, and which owner has confirmed that it is another person. Both are null for operators that the
-- command created, and for those from before this migration.
alter table operator add column invited_by uuid;
alter table operator add column confirmed_by uuid;
