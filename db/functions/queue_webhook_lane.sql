-- Adds the job that sends what waits in a lane of an endpoint, or moves the one that waits. `jobOf` in src/domain/webhooks/tasks.ts
-- writes the same. Jobs of one endpoint run one after the other (queue_name).
create or replace function queue_webhook_lane(p_endpoint text, p_lane text, p_run_at timestamptz)
returns void
language sql as $$
  select graphile_worker.add_job(
    identifier => 'webhook.deliver',
    payload => json_build_object('endpointId', p_endpoint, 'lane', p_lane),
    queue_name => 'webhook:' || p_endpoint,
    job_key => 'webhook:' || p_endpoint || ':' || p_lane,
    run_at => p_run_at
  )
$$;
