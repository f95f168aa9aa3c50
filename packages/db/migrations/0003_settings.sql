-- Singletons: one row each, held by a key that can only be true.

create table server_settings (
  singleton boolean primary key default true check (singleton),
  clip_overview_seconds integer not null default 30 check (clip_overview_seconds between 10 and 30),
  clip_pre_roll_seconds integer not null default 2 check (clip_pre_roll_seconds between 0 and 9)
);
insert into server_settings default values;

create table lpr_config (
  singleton boolean primary key default true check (singleton),
  enabled boolean not null default false,
  retention_days integer not null default 90 check (retention_days between 1 and 3650),
  watchlist_fuzz double precision not null default 0 check (watchlist_fuzz between 0 and 0.5),
  -- Only the digest of the token: the token itself is shown once and kept nowhere.
  ingest_token_digest bytea
);
insert into lpr_config default values;

-- One row a process, so that a console can say which part is away.
create table process_heartbeat (
  process text primary key check (process in ('recorder')),
  started_at timestamptz not null,
  beat_at timestamptz not null,
  version text not null
);
