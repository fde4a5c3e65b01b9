-- oldest build: 0001-people-mails-keys-counts.sql
-- Rules for all accounts, in one row; without it, each is off.

create table account_rules (
  is_only boolean primary key default true check (is_only),
  -- A second factor is demanded of all administrators.
  demands_second_factor boolean not null default false
);
