-- Read model: the stage backgrounds that people brought themselves. Those that come with the product are code.
create table backgrounds (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  name text not null,
  -- In the media storage.
  image_key text not null,
  preview_key text not null,
  created_at timestamptz not null
);
create index backgrounds_of_user on backgrounds (user_id, id);
