-- For a server of one's own, run once by its administrator (psql -f db/roles.sql) instead of letting the service own everything:
-- the owner migrates, the service works. The service may add events but neither change nor remove them. The embedded
-- server has one user for both, and the triggers on `events` alone stand guard.

create role showreel_owner nologin;
create role showreel_service nologin;

grant create, connect on database :"DBNAME" to showreel_owner;
grant create on schema public to showreel_owner;
grant connect on database :"DBNAME" to showreel_service;
grant usage on schema public to showreel_service;

-- What the owner will create belongs to the service as well, as far as it needs it.
alter default privileges for role showreel_owner in schema public
  grant select, insert, update, delete on tables to showreel_service;
alter default privileges for role showreel_owner in schema public
  grant usage, select on sequences to showreel_service;

-- Run this file again after the first migration: the log is append-only by grant, too.
do $$
begin
  if to_regclass('public.events') is not null then
    revoke update, delete, truncate on events from showreel_service;
  end if;
end
$$;
