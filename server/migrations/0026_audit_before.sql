-- A row of the log holds what the contact was before the change. What it was afterwards stands where it is anyway: in the
-- row of the next change, or in the contact. Emptied first, because dropping a column leaves its bytes where they are.
update contact_audit set after_cipher = null where after_cipher is not null;
alter table contact_audit drop column after_cipher;
