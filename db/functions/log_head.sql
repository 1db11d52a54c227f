-- The highest position at a moment when no append is under way. Every event at or below it is committed and visible or
-- will never be, so a reader that stops there skips nothing. The exclusive gate is held for this one statement.
create or replace function log_head() returns bigint
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7305, 1);
  return coalesce((select max(position) from events), 0);
end
$$;
