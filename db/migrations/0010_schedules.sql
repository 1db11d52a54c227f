-- Read model: when a project that is refreshed daily or weekly is refreshed next. Only those have a row.
create table project_schedules (
  project_id text collate "C" primary key,
  user_id text collate "C" not null,
  due_at timestamptz not null
);
create index project_schedules_due on project_schedules (due_at);

-- Read model: refreshes that were due and not queued since the owner's quota was used up. No job, and so not in demo_jobs.
create table demo_refreshes_left_out (
  -- As of a job, so that it stands among them by its time.
  id text collate "C" primary key,
  demo_id text collate "C" not null,
  triggered_by text not null,
  version int,
  error text not null,
  created_at timestamptz not null
);
create index demo_refreshes_left_out_of_demo on demo_refreshes_left_out (demo_id, id);
