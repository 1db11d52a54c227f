-- The event store's own tables. Domain tables come in later migrations.

create table events (
  position bigint generated always as identity primary key,
  stream text not null check (stream <> ''),
  version int not null check (version > 0),
  type text not null check (type <> ''),
  schema_version int not null check (schema_version > 0),
  data jsonb not null,
  metadata jsonb not null,
  command_id text not null check (command_id <> ''),
  -- Which of its command's events in this stream it is, from 0.
  ordinal int not null check (ordinal >= 0),
  -- SHA-256 over the stream's previous hash and this event, where the stream is chained.
  hash bytea check (length(hash) = 32),
  -- The application's clock, so that tests and replays agree with what a command saw.
  recorded_at timestamptz not null,
  unique (stream, version),
  -- The command comes first: a duplicate is looked up by it alone, over all streams.
  unique (command_id, stream, ordinal)
);

create function refuse_event_change() returns trigger
language plpgsql as $$
begin
  raise exception 'Events are facts: % on events is refused. Append a compensating event instead.', tg_op
    using errcode = 'restrict_violation';
end
$$;

create trigger events_append_only before update or delete on events
  for each row execute function refuse_event_change();
create trigger events_no_truncate before truncate on events
  for each statement execute function refuse_event_change();
-- Also where a session has set session_replication_role, which silences ordinary triggers.
alter table events enable always trigger events_append_only;
alter table events enable always trigger events_no_truncate;

-- Which version of each projection built the tables that are there, and how far a catching-up one has come.
create table projections (
  name text primary key,
  version int not null check (version > 0),
  -- Null for an inline projection, which is never behind.
  position bigint,
  updated_at timestamptz not null default now()
);
