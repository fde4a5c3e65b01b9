-- oldest build: 0001-people-mails-keys-counts.sql
-- What several servers of one site tell each other, and which of them does what only one may do.

create table bus_messages (
  id bigint generated always as identity primary key,
  sender text not null,
  topic text not null,
  payload text not null,
  at timestamptz not null default clock_timestamp()
);
create index bus_messages_at on bus_messages (at);

create table leases (
  name text primary key,
  owner text not null,
  until timestamptz not null
);
create index leases_owner on leases (owner);

-- When a mail that was put off may be tried again.
alter table mails add column due_at timestamptz;
create index mails_open on mails (issue, position) where state in ('open', 'trying');

-- How often keys, such as networks, have acted.
create table rate_limits (
  key text primary key,
  tokens double precision not null,
  is_allowed boolean not null,
  at timestamptz not null
);
create index rate_limits_at on rate_limits (at);

-- Which ranges of its file each link to a download has delivered.
create table download_links (
  link text primary key,
  spans int8multirange not null,
  is_counted boolean not null default false,
  at timestamptz not null default clock_timestamp()
);
create index download_links_at on download_links (at);

-- Writes with an Idempotency-Key that are under way.
create table write_claims (
  name text primary key,
  owner text not null,
  token text not null
);

-- Files for browsers of the builds that were started last, for pages that come from a server of another build.
create table builds (
  build text primary key,
  started_at timestamptz not null default clock_timestamp()
);
create table built_files (
  name text primary key,
  bytes bytea not null,
  -- The compressed form.
  brotli bytea
);
create table files_of_builds (
  build text not null references builds on delete cascade,
  name text not null references built_files,
  primary key (build, name)
);
create index files_of_builds_name on files_of_builds (name);
