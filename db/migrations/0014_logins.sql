-- Read model: what each project signs in with, sealed with the master key.
create table project_logins (
  project_id text collate "C" primary key,
  user_id text collate "C" not null,
  sealed_login text not null
);
