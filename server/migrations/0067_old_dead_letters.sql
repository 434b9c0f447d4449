-- The oldest dead letters that may be deleted, without reading those of jobs and webhooks that are still open.
create index if not exists dead_letter_ended on dead_letter (created_at)
  where kind = 'MESSAGE' or replayed_at is not null or closed_at is not null;
