-- The only way into the log. One statement is one transaction and one round trip: the events, what the inline projections
-- make of them and the jobs are there together or not at all, whatever happens to the connection.
--
-- p_expected  [{stream, version}]  every stream written to, with the version its last event must have (0: no events)
-- p_events    [{stream, version, type, schema_version, data, ordinal, hash}]  hash in hex or null
-- p_changes   [{sql, row}]  see apply_changes
-- p_jobs      [{task, payload, key, run_at, max_attempts, priority}]
-- Returns the positions in the order of p_events.
-- Raises SR001 when a stream is not at its expected version, SR002 when the command was appended before.
create or replace function append_events(
  p_command_id text,
  p_expected jsonb,
  p_events jsonb,
  p_metadata jsonb,
  p_recorded_at timestamptz,
  p_changes jsonb,
  p_jobs jsonb
) returns bigint[]
language plpgsql as $$
declare
  v_lock bigint;
  v_positions bigint[];
begin
  -- Gate, command, streams, positions: always in this order, and the streams in the order of their lock numbers, so that
  -- appends cannot wait for each other in a circle. Each is let go at commit.
  perform pg_advisory_xact_lock_shared(7305, 1);
  perform pg_advisory_xact_lock(hashtextextended(p_command_id, 1));
  for v_lock in
    select distinct hashtextextended(e.stream, 0) as lock
    from jsonb_to_recordset(p_expected) as e(stream text)
    order by lock
  loop
    perform pg_advisory_xact_lock(v_lock);
  end loop;

  -- Statements in this function see what was committed while it waited for the locks.
  if exists (select from events where command_id = p_command_id) then
    raise exception 'command % has been appended before', p_command_id using errcode = 'SR002';
  end if;
  if exists (
    select from jsonb_to_recordset(p_expected) as e(stream text, version int)
    where e.version <> coalesce((select max(version) from events where stream = e.stream), 0)
  ) then
    raise exception 'a stream has moved on' using errcode = 'SR001';
  end if;

  with appended as (
    insert into events
      (stream, version, type, schema_version, data, metadata, command_id, ordinal, hash, recorded_at)
    select e.stream, e.version, e.type, e.schema_version, e.data, p_metadata, p_command_id, e.ordinal,
      decode(e.hash, 'hex'), p_recorded_at
    from rows from (
      jsonb_to_recordset(p_events)
      as (stream text, version int, type text, schema_version int, data jsonb, ordinal int, hash text)
    ) with ordinality as e(stream, version, type, schema_version, data, ordinal, hash, n)
    order by e.n
    returning position
  )
  select array_agg(position order by position) into v_positions from appended;

  perform apply_changes(p_changes);

  if p_jobs <> '[]' then
    perform graphile_worker.add_job(
      identifier => j.task,
      payload => coalesce(j.payload, '{}')::json,
      run_at => j.run_at,
      max_attempts => j.max_attempts,
      job_key => j.key,
      priority => j.priority
    )
    from jsonb_to_recordset(p_jobs)
      as j(task text, payload jsonb, key text, run_at timestamptz, max_attempts int, priority int);
  end if;

  return v_positions;
end
$$;
