-- Links that let somebody back into an account, or prove an address. Not a read model: a link lives for some hours at most.
create table auth.links (
  -- SHA-256 of the token, hex. The token has 256 random bits and stands in the link alone.
  token_hash text collate "C" primary key,
  user_id text collate "C" not null references auth.users on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify')),
  -- Where the link was sent, in lower case. Null for a link that an operator hands over: using it proves no address.
  sent_to text,
  expires_at timestamptz not null
);
create index links_user on auth.links (user_id);
create index links_expiry on auth.links (expires_at);

-- From where each user has signed in. A known place has an allowance of its own, so that no stranger's guesses lock the owner out.
create table auth.known_places (
  user_id text collate "C" not null references auth.users on delete cascade,
  -- HMAC of the network, under a key of the service.
  place_hash text collate "C" not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, place_hash)
);

-- When a session was last used, to within some minutes.
alter table auth.sessions add column seen_at timestamptz not null default now();
update auth.sessions set seen_at = updated_at;

-- Whoever runs the service needs no mail to prove it. This address is made by the service and gets no mail.
update auth.users set email_verified = true where email = 'owner@showreel.local';
