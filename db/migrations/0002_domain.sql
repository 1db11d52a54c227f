-- Read models of the domain. Each table is written by one projection alone and can be built again from the events;
-- the few tables that are not say so. Ids sort by the time they were made, byte by byte, hence the collation.

create table accounts (
  user_id text collate "C" primary key,
  email text not null,
  plan text not null,
  demo_count int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index accounts_email on accounts (lower(email));

-- Not a read model: a password's hash has no place in an event that is kept for ever.
create table account_passwords (
  user_id text collate "C" primary key,
  -- scrypt as `salt:key` in hex, N=16384 r=16 p=1, 64 bytes, over the NFKC form.
  password_hash text not null,
  updated_at timestamptz not null default now()
);

create table api_keys (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  -- SHA-256, hex.
  key_hash text not null unique,
  key_prefix text not null,
  name text not null,
  type text not null,
  project_id text collate "C",
  -- A JSON array as text, as the API shows it.
  allowed_domains text,
  created_at timestamptz not null
);
create index api_keys_of_user on api_keys (user_id, id);

-- Not a read model: that a key was presented is no fact worth an event.
create table api_key_uses (
  key_id text collate "C" primary key,
  last_used_at timestamptz not null
);

create table projects (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  name text not null,
  url text not null,
  viewport text not null,
  refresh_schedule text not null,
  -- Sealed, as in the events.
  signing_secret text not null,
  webhook_secret text,
  demo_count int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index projects_of_user on projects (user_id, id);

create table demos (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  project_id text collate "C" not null,
  prompt text not null,
  status text not null,
  source text not null,
  title text,
  -- The texts from here to recording_log hold JSON, as the API shows them.
  action_script text,
  ai_plan text,
  presentation text,
  snapshots text,
  recording_log text,
  video_key text,
  gif_key text,
  thumbnail_key text,
  duration_ms int,
  format text not null,
  resolution text not null,
  duration_target text,
  mode text,
  page_url text,
  context text,
  context_hash text,
  version int not null,
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  refreshed_at timestamptz
);
create index demos_of_user on demos (user_id, id);
create index demos_of_project on demos (project_id, id);

create table demo_jobs (
  id text collate "C" primary key,
  demo_id text collate "C" not null,
  kind text not null,
  triggered_by text not null,
  status text not null,
  step text,
  old_version int,
  new_version int not null,
  error text,
  error_code text,
  created_at timestamptz not null,
  started_at timestamptz,
  completed_at timestamptz
);
create index demo_jobs_of_demo on demo_jobs (demo_id, id);

-- Not a read model: how far a running job has come, several times a second. Worthless once the job has ended.
create unlogged table job_progress (
  job_id text collate "C" primary key,
  demo_id text collate "C" not null,
  step text,
  progress double precision not null check (progress between 0 and 1),
  message text,
  at timestamptz not null
);
create index job_progress_at on job_progress (at);

create table credit_accounts (
  user_id text collate "C" primary key,
  balance int not null check (balance >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table credit_months (
  user_id text collate "C" not null,
  -- Such as 2026-02, in UTC.
  month text not null,
  demos_used int not null check (demos_used >= 0),
  primary key (user_id, month)
);

create table credit_transactions (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  -- Of its event in the account's stream: the order in which the balance moved.
  version int not null,
  type text not null,
  amount int not null,
  balance_after int not null,
  pack_id text,
  description text,
  job_id text,
  -- The deduct that a refund gives back.
  refund_of text,
  created_at timestamptz not null
);
create unique index credit_transactions_of_user on credit_transactions (user_id, version);
