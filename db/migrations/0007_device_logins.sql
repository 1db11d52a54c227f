-- Not a read model: a command line that waits for somebody to let it in, for fifteen minutes. What comes of it, a key, is an event.
create table device_logins (
  -- SHA-256 of the device code, hex. The code has 256 random bits.
  device_code_hash text primary key,
  -- Of the short code that people type, under a key of the service: a plain hash of so few bits could be searched.
  user_code_hash text not null unique,
  client_name text not null,
  scope text not null,
  status text not null check (status in ('pending', 'approved', 'denied', 'used')),
  -- Who let it in.
  user_id text collate "C",
  interval_sec int not null,
  polled_at timestamptz,
  expires_at timestamptz not null,
  check ((user_id is null) = (status = 'pending'))
);
create index device_logins_expiry on device_logins (expires_at);
