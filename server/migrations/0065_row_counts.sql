-- How many rows of a kind a vendor has, such as its contacts in each country, with each label and on each list, so that
-- nobody counts two million rows for the total of a page. Triggers append what a statement changed, which locks nothing; a
-- periodic task adds the changes up. The number is the sum of both tables. See 0147 of the decisions.
create table row_count (
  vendor_id uuid not null,
  subject text not null,
  -- The code of the country, the id of the label or list.
  key text not null,
  rows bigint not null,
  primary key (vendor_id, subject, key)
);
create table row_count_change (
  vendor_id uuid not null,
  id bigint not null generated always as identity,
  subject text not null,
  key text not null,
  change bigint not null,
  primary key (vendor_id, id)
);
-- Whose rows are older than the triggers. They are counted once; until then every request counts.
create table row_recount (
  vendor_id uuid primary key
);
