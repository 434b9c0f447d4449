-- What operators have to decide is counted every few seconds. Each message that failed for good is a dead letter too, and
-- there may be millions of those.
create index if not exists dead_letter_open on dead_letter (id)
  where kind <> 'MESSAGE' and replayed_at is null and closed_at is null;
