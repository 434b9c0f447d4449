-- Raised whenever another mapping replaces the one that an import was processed with. Work that began under an earlier
-- revision must not write any more.
alter table import_job add column revision integer not null default 1;
