-- What code up to migration 0030 calls. Such processes go on working beside newer ones, so these functions go only with a migration whose
-- compatible_from is above 0030.

-- What those processes write to read models is of the versions that they knew.
create or replace function append_events(
  p_commands text[], p_streams text[], p_versions int[], p_events json, p_changes jsonb, p_jobs jsonb
) returns bigint[]
language sql as $$
  select append_events(
    p_commands, p_streams, p_versions, p_events, p_changes, p_jobs, '{}', '{}',
    array[
      'accounts:1', 'api_keys:1', 'projects:1', 'demos:4', 'demo_jobs:1',
      'credit_accounts:1', 'credit_transactions:1', 'credit_auto_topoffs:1', 'uploads:1', 'backgrounds:1',
      'project_schedules:1', 'demo_refreshes_left_out:1', 'project_logins:1', 'project_resets:1', 'operators:1', 'webhook_endpoints:1'
    ]
  )
$$;

create or replace function advance_projection(
  p_name text, p_from bigint, p_to bigint, p_changes jsonb, p_jobs jsonb default '[]'
) returns boolean
language sql as $$
  select advance_projection(p_name, p_from, p_to, p_changes, p_jobs, 1)
$$;
