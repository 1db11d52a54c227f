-- Read model: what each project calls before a film. The secret that the call is signed with is sealed with the master key.
create table project_resets (
  project_id text collate "C" primary key,
  user_id text collate "C" not null,
  url text not null,
  method text not null,
  sealed_secret text not null
);
-- Read model: whether the film that is shown changed what the application keeps.
alter table demos add column changes_data boolean not null default false;
