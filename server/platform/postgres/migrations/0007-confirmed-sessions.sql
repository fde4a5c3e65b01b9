-- oldest build: 0001-people-mails-keys-counts.sql
-- When the user of a session last gave password or passkey again.

alter table sessions add column confirmed_at timestamptz;
