-- Plans that are looked at before they are filmed. No fact: a row lives for an hour and can be lost without losing anything. The
-- API writes what is asked for, a worker the answer, and the API takes it out. What remains names the stills that are to be removed.
create table previews (
  id text collate "C" primary key,
  -- What the worker needs to know, as JSON; null from the moment at which nobody waits for the answer any more.
  job json,
  -- As JSON; null until there is one, and again when it was taken.
  answer json,
  created_at timestamptz not null
);
create index previews_age on previews (created_at);
