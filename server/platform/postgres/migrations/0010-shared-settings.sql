-- oldest build: 0001-people-mails-keys-counts.sql
-- Settings of the server that started last. All servers that run at the same time need the same; a secret is kept as a keyed digest.

create table shared_settings (
  name text primary key,
  value text not null,
  at timestamptz not null default clock_timestamp()
);
