-- People, mails, keys and counts. Migrations only add; what is not used any more is removed one release later.

create table secrets (
  name text primary key,
  value text not null
);

create sequence user_ids;
create table users (
  id bigint primary key default nextval('user_ids'),
  username text not null,
  -- The name as it counts: without the case of its letters.
  username_key text not null unique,
  password_hash text not null,
  name text not null,
  email text not null,
  created_at timestamptz not null,
  last_login_at timestamptz,
  previous_login_at timestamptz
);

create table sessions (
  id text primary key,
  position bigint generated always as identity,
  secret_hash text not null,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  user_agent text not null
);
create index sessions_user on sessions (user_id, position);

create table invitations (
  code_hash text primary key,
  invited_by bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

-- Tries of passwords that failed or are under way.
create table login_tries (
  id bigint generated always as identity primary key,
  account text not null,
  network text not null,
  at timestamptz not null default clock_timestamp()
);
create index login_tries_of on login_tries (account, network, at);
create index login_tries_at on login_tries (at);

create sequence subscriber_ids;
create table subscribers (
  id bigint primary key,
  email text not null,
  -- The address as it counts: two spellings of one address have the same key.
  email_key text not null unique,
  -- Address and source in lower case.
  search text not null,
  subscribed_at timestamptz not null,
  status text not null,
  source text not null,
  utm json not null,
  custom_fields json not null,
  consent_at timestamptz not null,
  consent_page text,
  consent_wording text not null,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  confirmation_sent integer not null,
  confirmation_last_at timestamptz,
  confirmation_due boolean not null,
  confirmation_unsure boolean,
  told_service text,
  told_active boolean
);
create index subscribers_status on subscribers (status, id);
create index subscribers_due on subscribers (id) where confirmation_due;
create index subscribers_unconfirmed on subscribers (consent_at) where status = 'unconfirmed';

-- Searching for a part of an address is quick with this index. Not every server has the extension, and the search works without it.
do $$
begin
  create extension if not exists pg_trgm;
  create index subscribers_search on subscribers using gin (search gin_trgm_ops);
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end
$$;

-- Keyed hashes of addresses that were erased.
create table erased_addresses (
  hash text primary key
);

create table departures (
  id bigint primary key,
  email text,
  email_key text,
  service_key text not null,
  service_name text not null,
  at timestamptz not null
);
create index departures_email on departures (email_key);

-- Sendings of issues: one row per issue, and one per person who gets it.
create table sendings (
  issue bigint primary key,
  name text not null,
  revision text not null,
  subject text not null,
  html json not null,
  text json not null,
  begun_at timestamptz not null,
  phase text not null,
  reason text,
  ended_at timestamptz,
  fruitless_runs integer not null default 0,
  -- What is to be told of a sending that has ended.
  summary json
);
create table mails (
  issue bigint not null references sendings on delete cascade,
  person bigint not null,
  position bigint not null,
  state text not null,
  tries integer not null default 0,
  reason text,
  -- The process that has claimed the mail.
  owner text,
  primary key (issue, person)
);
create index mails_in_order on mails (issue, position);

-- Facts that are true while their row is there.
create table marks (
  name text primary key
);

create table download_counts (
  download bigint primary key,
  count bigint not null
);

create table content_ids (
  type text primary key,
  highest bigint not null
);

-- Answers of writes with an Idempotency-Key, encrypted with that key.
create table remembered_writes (
  name text primary key,
  sealed bytea not null,
  at timestamptz not null
);
create index remembered_writes_at on remembered_writes (at);
