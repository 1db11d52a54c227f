-- The takes in the media storage: what films are composed of. No fact: a take can be lost without losing more than the time to film
-- its page again.
create table takes (
  demo_id text collate "C" not null,
  -- The version that was filmed with it.
  version integer not null,
  stored_at timestamptz not null,
  primary key (demo_id, version)
);
create index takes_age on takes (stored_at);
