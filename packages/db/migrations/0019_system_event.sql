-- What happened to the system, for people and for alert rules.
create table system_event (
  id uuid primary key default gen_random_uuid(),
  event_key text not null,
  camera_id uuid references camera (id) on delete cascade,
  detail text not null,
  data jsonb not null default '{}',
  ts timestamptz not null default now()
);
create index system_event_ts_idx on system_event (ts);
