-- One step of a catching-up projection or reaction: its changes, its jobs and its checkpoint together. Returns false, and does nothing,
-- where the checkpoint is not where the caller believed (somebody else has done the step), or where newer code than the caller's, of version
-- p_version, has claimed the projection. A job whose key waits already stays at its time.
create or replace function advance_projection(
  p_name text, p_from bigint, p_to bigint, p_changes jsonb, p_jobs jsonb, p_version int
)
returns boolean
language plpgsql as $$
begin
  update projections set position = p_to, updated_at = clock_timestamp()
  where name = p_name and position = p_from and version <= p_version;
  if not found then
    return false;
  end if;
  perform apply_changes(p_changes);
  perform graphile_worker.add_job(
    identifier => j.task,
    payload => j.payload::json,
    queue_name => j.queue,
    job_key => j.key,
    job_key_mode => 'preserve_run_at'
  )
  from jsonb_to_recordset(p_jobs) as j(task text, payload jsonb, key text, queue text);
  return true;
end
$$;
