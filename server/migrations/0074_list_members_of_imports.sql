-- Which import put a contact on a list, so that undoing it takes the contact off again. Null: a person did, or several
-- imports, or an import of before.
alter table contact_list_member add column job_id uuid;
