-- Contacts that an import had found as they are now, after another import had written them. Undoing that one leaves
-- them. One row for each contact: the import, or null for several. Rows go with their contact, and when their import is
-- undone.
create table contact_seen (
  vendor_id uuid not null,
  contact_id uuid not null,
  job_id uuid,
  primary key (vendor_id, contact_id),
  foreign key (vendor_id, contact_id) references contact (vendor_id, id) on delete cascade
);
