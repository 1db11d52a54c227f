-- For a server of one's own: a role for the service that works on the tables but does not own them. Run it as the owner, who
-- migrates, after each migration (it may run any number of times), and grant showreel_service to the login in
-- DATABASE_URL. The service may add events, and neither change nor remove them. Without this file, and on the embedded
-- server, one user is owner and service, and only the triggers on `events` protect the log.

do $$
begin
  if not exists (select from pg_roles where rolname = 'showreel_service') then
    -- graphile-worker's tables have row level security and no policy, so only their owner, and roles that bypass it, see jobs.
    create role showreel_service nologin bypassrls;
  end if;
end
$$;

grant usage on schema public, auth, graphile_worker to showreel_service;
grant select, insert, update, delete on all tables in schema public, auth, graphile_worker to showreel_service;
grant usage, select on all sequences in schema public, graphile_worker to showreel_service;
grant execute on all functions in schema public, graphile_worker to showreel_service;

revoke update, delete, truncate on events from showreel_service;
-- A destroyed key leaves its row, so that no other is made.
revoke delete, truncate on subject_keys from showreel_service;
revoke insert, update, delete, truncate on schema_migrations, schema_functions from showreel_service;
