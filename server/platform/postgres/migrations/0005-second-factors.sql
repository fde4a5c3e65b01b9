-- oldest build: 0001-people-mails-keys-counts.sql
-- Forgotten passwords, authenticator apps, passkeys, and links to drafts.

create table password_resets (
  code_hash text primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

create table totps (
  user_id bigint primary key references users on delete cascade,
  sealed_secret text not null,
  since timestamptz not null,
  -- The last time step whose code was used.
  last_step bigint not null,
  recovery_hashes text[] not null
);

create table passkeys (
  id text primary key,
  position bigint generated always as identity,
  user_id bigint not null references users on delete cascade,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, position);

-- Challenges of passkeys that were answered, until they expire.
create table spent_challenges (
  hash text primary key,
  expires_at timestamptz not null
);

create table draft_links (
  id text primary key,
  position bigint generated always as identity,
  type text not null,
  item bigint not null,
  created_by bigint not null references users on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index draft_links_created_by on draft_links (created_by);
