-- A process of the release before does not write this column: it looks up the provider's message ids only in the clear.
alter table running_process add column reads_sealed_ids boolean not null default false;
