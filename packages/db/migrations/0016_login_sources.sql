-- Failures are counted for a name and where they come from, so that a stranger cannot hold up anybody but themselves.
-- A source is a block of addresses, or a device that signed in as this user before. What was counted so far is forgotten.
drop table login_backoff;
create table login_backoff (
  username_key text not null,
  source text not null,
  failures integer not null check (failures > 0),
  blocked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (username_key, source)
);
create index login_backoff_updated_at_idx on login_backoff (updated_at);
