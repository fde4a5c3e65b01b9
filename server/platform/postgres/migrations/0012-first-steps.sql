-- oldest build: 0001-people-mails-keys-counts.sql
-- Whether a user has put the list of the first steps away.

alter table users add column knows_first_steps boolean not null default false;
