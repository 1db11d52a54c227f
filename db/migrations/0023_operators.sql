-- Read model: whose sessions may do what operators do.
create table operators (
  user_id text collate "C" primary key,
  -- Who made them one, as the event names them.
  appointed_by text not null,
  appointed_at timestamptz not null
);
