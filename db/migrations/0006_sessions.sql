-- Who signs in, and with what: the tables of better-auth, by our names, in a schema of their own. Nothing here is a fact of
-- the log: an account begins with `AccountOpened`, and whoever is only in here gets theirs at the first use.
create schema auth;

create table auth.users (
  id text collate "C" primary key,
  name text not null,
  -- In lower case.
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.sessions (
  id text collate "C" primary key,
  user_id text collate "C" not null references auth.users on delete cascade,
  -- Opens nothing by itself: the cookie carries a signature over it, whose key is not in the database.
  token text collate "C" not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);
create index sessions_expiry on auth.sessions (expires_at);

-- One way in of one user. A password is provider `credential`, with the user's own id as account_id.
create table auth.credentials (
  id text collate "C" primary key,
  user_id text collate "C" not null references auth.users on delete cascade,
  provider_id text not null,
  account_id text not null,
  -- scrypt as `salt:key` in hex, N=16384 r=16 p=1, 64 bytes, over the NFKC form.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index credentials_user on auth.credentials (user_id);

create table auth.verifications (
  id text collate "C" primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on auth.verifications (identifier);

-- Owners that were made before there were sessions keep their passwords.
insert into auth.users (id, name, email)
  select passwords.user_id, split_part(accounts.email, '@', 1), lower(accounts.email)
  from account_passwords passwords join accounts using (user_id);
insert into auth.credentials (id, user_id, provider_id, account_id, password, updated_at)
  select 'cred_' || users.id, users.id, 'credential', users.id, passwords.password_hash, passwords.updated_at
  from account_passwords passwords join auth.users users on users.id = passwords.user_id;
drop table account_passwords;
