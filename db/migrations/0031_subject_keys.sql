-- A key for each user, sealed with the key of the service: it seals what events say of the user. It is no read model, since the log does
-- not explain it. A destroyed key leaves its row, so that no other is made for the user.
create table subject_keys (
  subject text collate "C" primary key,
  -- Null once it is destroyed.
  sealed_key text,
  destroyed_at timestamptz,
  check ((sealed_key is null) = (destroyed_at is not null))
);

-- The addresses of deleted users are empty in a read model that is built anew, until it comes to their deletion.
drop index accounts_email;
create unique index accounts_email on accounts (lower(email)) where email <> '';
