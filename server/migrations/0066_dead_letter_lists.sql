-- Each message that failed for good is a dead letter, so there may be millions of them. A page of one kind, one letter by
-- its id, and the few that were resolved are found without reading the others.
create index if not exists dead_letter_id on dead_letter (id);
create index if not exists dead_letter_kind on dead_letter (kind, id);
create index if not exists dead_letter_resolved on dead_letter (id)
  where replayed_at is not null or closed_at is not null;
