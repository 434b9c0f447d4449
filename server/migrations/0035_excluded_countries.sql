-- Countries whose members of the list are deliberately not written to. The campaign keeps its own copy: it may be
-- scheduled, priced again or retried long after its quotation.
alter table quotation add column exclude_countries text[] not null default '{}';
alter table campaign add column exclude_countries text[] not null default '{}';
