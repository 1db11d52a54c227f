-- The only way into the log. One statement is one transaction and one round trip: the events, what the inline projections
-- make of them and the jobs are there together or not at all, whatever happens to the connection.
--
-- p_expected  [{stream, version}]  every stream written to, by name, with the version its last event must have (0: no events)
-- p_events    [{stream, version, type, schema_version, data, ordinal, hash}]  hash in hex or null
-- p_changes   [{sql, row}]  see apply_changes
-- p_jobs      [{task, payload, key, run_at, max_attempts, priority}]
-- Returns the positions in the order of p_events.
-- Raises SR001 when a stream is not at its expected version (or 23505 on events_stream_version_key, when it has run ahead),
-- SR002 when the command was appended before.
--
-- Every query in here costs 10 µs before it does anything. So what is known without a table is an assignment, which
-- PL/pgSQL evaluates by itself, and events go in one by one: of one event, the usual number, a set made by
-- jsonb_to_recordset cost half as much again.
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
  v_done text;
  v_stream text;
  v_version int;
  v_event jsonb;
  v_position bigint;
  v_positions bigint[];
begin
  -- Gate, command, streams, positions: always in this order, and the streams in the order of their names, so that appends
  -- cannot wait for each other in a circle. Each is let go at commit.
  v_done := pg_advisory_xact_lock_shared(7305, 1);
  v_done := pg_advisory_xact_lock(hashtextextended(p_command_id, 1));
  for i in 0 .. jsonb_array_length(p_expected) - 1 loop
    v_done := pg_advisory_xact_lock(hashtextextended(p_expected -> i ->> 'stream', 0));
  end loop;

  -- Statements in this function see what was committed while it waited for the locks.
  if exists (select from events where command_id = p_command_id) then
    raise exception 'command % has been appended before', p_command_id using errcode = 'SR002';
  end if;

  -- That the expected event is there is looked up; that none comes after it, the unique index says when the next goes in.
  for i in 0 .. jsonb_array_length(p_expected) - 1 loop
    v_stream := p_expected -> i ->> 'stream';
    v_version := p_expected -> i ->> 'version';
    if v_version > 0 then
      if not exists (select from events where stream = v_stream and version = v_version) then
        raise exception 'a stream has moved on' using errcode = 'SR001';
      end if;
    end if;
  end loop;

  for i in 0 .. jsonb_array_length(p_events) - 1 loop
    v_event := p_events -> i;
    insert into events
      (stream, version, type, schema_version, data, metadata, command_id, ordinal, hash, recorded_at)
    values (
      v_event ->> 'stream',
      (v_event ->> 'version')::int,
      v_event ->> 'type',
      (v_event ->> 'schema_version')::int,
      v_event -> 'data',
      p_metadata,
      p_command_id,
      (v_event ->> 'ordinal')::int,
      decode(v_event ->> 'hash', 'hex'),
      p_recorded_at
    )
    returning position into v_position;
    v_positions := v_positions || v_position;
  end loop;

  if p_changes <> '[]' then
    v_done := apply_changes(p_changes);
  end if;

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
