-- oldest build: 0001-people-mails-keys-counts.sql
-- The commit of the last push by a server, for those that save into one remote.

create table content_head (
  one boolean primary key default true check (one),
  commit text not null
);
