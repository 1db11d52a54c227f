-- One row for every worker session that is alive. A worker beats every few seconds; whoever finds a row that has not
-- beaten for long deletes it and releases the jobs its pool held. The deletion is the fence: a worker that was only
-- suspended finds its row gone and knows that its jobs belong to somebody else now.
create table workers (
  id text primary key,
  host text not null,
  pid integer not null,
  -- What graphile-worker writes into locked_by; null until the session has its pool.
  pool_id text unique,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);
