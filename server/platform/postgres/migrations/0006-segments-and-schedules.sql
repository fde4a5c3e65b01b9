-- oldest build: 0001-people-mails-keys-counts.sql
-- What readers chose to get, which issue they left by, and issues that are mailed at a time.

alter table subscribers add column choice jsonb;
alter table subscribers add column left_issue bigint;
create index subscribers_left_issue on subscribers (left_issue) where left_issue is not null;

-- Who gets an issue; null: everybody.
alter table sendings add column segment json;

create table scheduled_sendings (
  issue bigint primary key,
  -- Another schedule of the same issue has another name.
  name text not null,
  at timestamptz not null,
  segment json not null,
  -- Why it was not sent at its time.
  problem text
);
