-- Outcomes that somebody knew of and resumed a campaign all the same: they count no more towards its next hold.
alter table campaign
  add column forgiven_outcomes integer not null default 0 check (forgiven_outcomes >= 0),
  add column forgiven_failures integer not null default 0 check (forgiven_failures >= 0);
