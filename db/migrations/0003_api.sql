-- What the HTTP side keeps for itself. Neither table is a read model: both can be emptied without losing a fact.

-- rate-limiter-flexible's table, by its names. Unlogged: after a crash everybody starts with a full allowance, and
-- counting costs no write-ahead log.
create unlogged table rate_limits (
  key varchar(255) collate "C" primary key,
  points int not null,
  -- Milliseconds since 1970.
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- The first answer to a request with an Idempotency-Key, kept for 24 hours.
create table idempotency_keys (
  user_id text collate "C" not null,
  operation text not null,
  key text not null,
  -- SHA-256 over the canonical text of the input, hex.
  input_hash text not null,
  -- Under which the first attempt and whoever takes over from it append: together they are one effect.
  command_id text not null,
  claimed_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while the first request still runs.
  status int,
  -- Sealed: some answers show a secret for the only time.
  sealed_body text,
  primary key (user_id, operation, key),
  check ((status is null) = (sealed_body is null))
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
