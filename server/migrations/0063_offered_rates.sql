-- The last rate that the feed offered, whether or not it was plausible, and the instant that the feed gave it. A rate that
-- an operator sets by hand is compared with it.
alter table exchange_rate add column offered_rate numeric(24, 10) check (offered_rate > 0);
alter table exchange_rate add column offered_at timestamptz;
