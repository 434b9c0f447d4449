-- version: 1
-- Takes up to p_wanted permits of a sliding window. Every slice that lies in the window even in part counts whole, so a
-- permit becomes free up to 1/200 of the window late and never early. The clock is read only once the row is locked:
-- otherwise a call that waited would stamp its permits with a time before permits that were granted meanwhile.
create or replace function take_permits(
  p_key text, p_limit integer, p_window_ms integer, p_wanted integer,
  out granted integer, out remaining integer, out retry_after_ms integer
) language plpgsql as $$
declare
  slices_max constant integer := 201;
  slice_us constant bigint := p_window_ms::bigint * 1000 / 200;
  known rate_window;
  now_us bigint;
  slice bigint;
  recent integer[];
  used integer;
  oldest integer;
begin
  loop
    select * into known from rate_window w where w.key = p_key and w.window_ms = p_window_ms for update;
    exit when found;
    insert into rate_window (key, window_ms, newest_slice, counts, idle_at)
      values (p_key, p_window_ms, 0, '{}', clock_timestamp() + interval '1 minute') on conflict do nothing;
    -- A new limit deletes some idle ones, so that the table only holds limits in use.
    delete from rate_window where (key, window_ms) in (
      select w.key, w.window_ms from rate_window w where w.idle_at < clock_timestamp() limit 10 for update skip locked);
  end loop;

  now_us := extract(epoch from clock_timestamp()) * 1000000;
  slice := now_us / slice_us;
  -- When the machine's clock was set back, what was granted "later" counts as granted now.
  recent := (array_fill(0, array[least(greatest(slice - known.newest_slice, 0), slices_max)::integer])
    || known.counts)[1:slices_max];
  select coalesce(sum(c), 0) into used from unnest(recent) c;
  granted := least(p_wanted, greatest(p_limit - used, 0));
  remaining := greatest(p_limit - used - granted, 0);
  recent[1] := recent[1] + granted;

  if granted > 0 or slice < known.newest_slice then
    update rate_window w set newest_slice = slice, counts = recent,
      idle_at = date_trunc('minute', to_timestamp(now_us / 1e6) + p_window_ms * interval '1 millisecond' + interval '2 minutes')
      where w.key = p_key and w.window_ms = p_window_ms;
  end if;

  retry_after_ms := 0;
  if remaining = 0 then
    select max(i) into oldest from generate_subscripts(recent, 1) i where recent[i] > 0;
    retry_after_ms := ceil(((slice + slices_max + 1 - oldest) * slice_us - now_us) / 1000.0);
  end if;
end $$;
