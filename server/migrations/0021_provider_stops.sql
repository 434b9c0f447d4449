-- An operator may stop all sending by hand, so that a stop need not have a code. What callbacks tell of a trouble that an
-- operator has dealt with since stops nothing: they are repeated for days.
alter table provider_state drop constraint provider_state_check;
alter table provider_state add column resumed_at timestamptz;
