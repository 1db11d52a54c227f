-- How well each machine with a worker confines what it runs, as its last start found out. No fact: the next start finds it out again.
create table machines (
  host text collate "C" primary key,
  isolation json not null,
  examined_at timestamptz not null
);
