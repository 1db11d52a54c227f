-- The only way into the log. One statement is one transaction and one round trip: the events, what the inline projections
-- make of them and the jobs are there together or not at all, whatever happens to the connection. It takes one command, or
-- several that came at the same time and write to different streams: 32 of them take three times as long as one.
--
-- p_commands  their ids, by name
-- p_streams   every stream written to, by name
-- p_versions  which version the last event of each has (0: no events)
-- p_events    [{stream, version, type, schema_version, data, metadata, command_id, ordinal, hash, recorded_at}]  hash in hex
--             or null; json, which keeps the members of data in the order in which they were written
-- p_changes   [{sql, row}]  see apply_changes
-- p_jobs      [{task, payload, key, run_at, max_attempts, priority, share}]  share: see place_in_line
-- p_subjects  users whose first personal events these are, by name
-- p_keys      the sealed keys that were made for them
-- p_read_models  the inline projections whose changes are in p_changes, each as name:version; null where that is not to be noted
-- Returns the positions in the order of p_events.
-- Raises SR001 when a stream is not at its expected version (or 23505 on events_stream_version_key, when it has run ahead),
-- SR002 when a command was appended before, SR003 when somebody else has made a key for one of the users.
--
-- Every query in here costs 10 µs before it does anything. So what is known without a table is an assignment, which
-- PL/pgSQL evaluates by itself.
drop function if exists append_events(text[], text[], int[], json, jsonb, jsonb, text[], text[]);

create or replace function append_events(
  p_commands text[],
  p_streams text[],
  p_versions int[],
  p_events json,
  p_changes jsonb,
  p_jobs jsonb,
  p_subjects text[],
  p_keys text[],
  p_read_models text[]
) returns bigint[]
language plpgsql as $$
declare
  v_done text;
  v_positions bigint[];
begin
  -- Gate, commands, streams, keys, positions: always in this order, and each in the order of its names, so that appends cannot
  -- wait for each other in a circle. Each is let go at commit.
  v_done := pg_advisory_xact_lock_shared(7305, 1);
  for i in 1 .. cardinality(p_commands) loop
    v_done := pg_advisory_xact_lock(hashtextextended(p_commands[i], 1));
  end loop;
  for i in 1 .. cardinality(p_streams) loop
    v_done := pg_advisory_xact_lock(hashtextextended(p_streams[i], 0));
  end loop;

  -- Statements in this function see what was committed while it waited for the locks. The commands are looked up one by one:
  -- for a query of all at once, a plan that was made while the log was short reads the whole log as long as the connection lasts.
  for i in 1 .. cardinality(p_commands) loop
    if exists (select from events where command_id = p_commands[i]) then
      raise exception 'a command has been appended before' using errcode = 'SR002';
    end if;
  end loop;

  -- This checks that the expected event is there. That none comes after it, the unique index checks when the next is inserted.
  for i in 1 .. cardinality(p_streams) loop
    if p_versions[i] > 0 then
      if not exists (select from events where stream = p_streams[i] and version = p_versions[i]) then
        raise exception 'a stream has moved on' using errcode = 'SR001';
      end if;
    end if;
  end loop;

  -- Whoever makes the same key at the same time is waited for. What was sealed with a key that came too late is sealed again.
  for i in 1 .. cardinality(p_subjects) loop
    insert into subject_keys (subject, sealed_key) values (p_subjects[i], p_keys[i]) on conflict do nothing;
    if not exists (select from subject_keys where subject = p_subjects[i] and sealed_key = p_keys[i]) then
      raise exception 'a user has another key' using errcode = 'SR003';
    end if;
  end loop;

  with added as (
    insert into events
      (stream, version, type, schema_version, data, metadata, command_id, ordinal, hash, recorded_at)
    select stream, version, type, schema_version, data, metadata, command_id, ordinal, decode(hash, 'hex'), recorded_at
    from rows from (
      json_to_recordset(p_events) as (
        stream text, version int, type text, schema_version int, data json, metadata jsonb, command_id text,
        ordinal int, hash text, recorded_at timestamptz
      )
    ) with ordinality
    order by ordinality
    returning position
  )
  select array_agg(position order by position) into v_positions from added;

  if p_changes <> '[]' then
    v_done := apply_changes(p_changes);
  end if;

  -- A read model that newer code has built is written to by older code here: the newer code builds it once more when that has ended. A build
  -- takes the gate, so none comes between the changes and this. The look costs 9 µs, an update that finds nothing three times that.
  if p_read_models is not null then
    if exists (select from projections where position is null and name || ':' || version <> all (p_read_models)) then
      update projections set outdated_at = clock_timestamp()
      where position is null and name || ':' || version <> all (p_read_models)
        and (outdated_at is null or outdated_at < clock_timestamp() - interval '10 seconds');
    end if;
  end if;

  if p_jobs <> '[]' then
    perform graphile_worker.add_job(
      identifier => j.task,
      payload => (coalesce(j.payload, '{}') || jsonb_strip_nulls(jsonb_build_object('share', j.share)))::json,
      run_at => j.run_at,
      max_attempts => j.max_attempts,
      job_key => j.key,
      priority => place_in_line(j.task, j.share, coalesce(j.priority, 0))
    )
    from jsonb_to_recordset(p_jobs)
      as j(task text, payload jsonb, key text, run_at timestamptz, max_attempts int, priority int, share text);
  end if;

  return coalesce(v_positions, '{}');
end
$$;
