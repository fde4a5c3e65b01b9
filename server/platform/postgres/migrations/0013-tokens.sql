-- oldest build: 0001-people-mails-keys-counts.sql
-- Tokens with which programs call in the name of a user. The id is the hash of the token.

create table tokens (
  id text primary key,
  position bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  name text not null,
  scope text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index tokens_user on tokens (user_id, position);
