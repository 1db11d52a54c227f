-- Read model: whose credits are bought automatically, which pack, and below what balance.
create table credit_auto_topoffs (
  user_id text collate "C" primary key,
  enabled boolean not null,
  pack_id text not null,
  threshold int not null check (threshold >= 0),
  -- Why it was turned off without having been asked to.
  disabled_reason text,
  updated_at timestamptz not null
);
