-- Every film that somebody uploaded, against the month's limit of their plan. A demo that is deleted stays counted.
create table uploads (
  demo_id text collate "C" primary key,
  user_id text collate "C" not null,
  -- Such as 2026-02, in UTC.
  month text not null,
  created_at timestamptz not null
);
create index uploads_of_user on uploads (user_id, month);

-- Of a request whose body was a stream: SHA-256 of it, hex, known only when all of it has come. Null elsewhere.
alter table idempotency_keys add column body_hash text;
