-- oldest build: 0001-people-mails-keys-counts.sql
-- Roles. Everybody of a version without them may do everything.

alter table users add column role text not null default 'owner';
alter table invitations add column role text not null default 'owner';

-- What writers ask editors to publish.
create table reviews (
  id text primary key,
  type text not null,
  item bigint not null,
  of_draft boolean not null,
  asked_by bigint not null references users on delete cascade,
  asked_at timestamptz not null,
  note text not null,
  returned_by bigint
);
create index reviews_asked_by on reviews (asked_by);
