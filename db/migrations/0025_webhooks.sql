-- Read model: where each user wants to be told what has happened. Secrets are sealed.
create table webhook_endpoints (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  url text not null,
  description text,
  -- JSON: the types of events that it wants; null for all of them.
  events text,
  sealed_secret text not null,
  -- After a rotation: both secrets sign until then.
  previous_sealed_secret text,
  previous_until timestamptz,
  -- Null while it is on; else who or what switched it off.
  off_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhook_endpoints_user on webhook_endpoints (user_id, id);

-- What was, is and will be sent to each endpoint. No read model: the reaction `webhooks` adds rows, together with its checkpoint, and
-- workers write down what came of them. They are kept for 30 days.
create table webhook_deliveries (
  id text collate "C" primary key,
  endpoint_id text collate "C" not null,
  user_id text collate "C" not null,
  -- The receiver's `webhook-id`: the same in every attempt and in a replay.
  message_id text collate "C" not null,
  type text not null,
  -- Deliveries of one lane go out one after the other, in the order of `sequence`.
  lane text collate "C" not null,
  sequence bigint generated always as identity,
  -- As it is signed and sent, byte for byte.
  body text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts int not null default 0,
  -- Of a delivery that waits.
  next_attempt_at timestamptz not null,
  -- The delivery that this one repeats.
  replay_of text collate "C",
  created_at timestamptz not null,
  ended_at timestamptz
);
create index webhook_deliveries_lane on webhook_deliveries (endpoint_id, lane, sequence) where status = 'pending';
create index webhook_deliveries_list on webhook_deliveries (endpoint_id, id);
create index webhook_deliveries_age on webhook_deliveries (created_at);

create table webhook_attempts (
  delivery_id text collate "C" not null,
  number int not null,
  at timestamptz not null,
  duration_ms int not null,
  -- Null where there was no answer; then `fault` says why.
  status_code int,
  answer text,
  fault text,
  primary key (delivery_id, number)
);

-- Since when an endpoint has answered nothing but faults.
create table webhook_failures (
  endpoint_id text collate "C" primary key,
  failing_since timestamptz not null
);

-- Endpoints can be made from now on, so what happened before concerns none of them.
insert into projections (name, version, position) select 'webhooks', 1, coalesce(max(position), 0) from events
on conflict (name) do nothing;
