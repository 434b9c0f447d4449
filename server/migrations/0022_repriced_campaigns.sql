-- Prices that hold for what had left before a campaign was priced anew: its receipt needs them.
alter table campaign add column former_snapshot_ids uuid[] not null default '{}';
