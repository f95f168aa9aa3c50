-- What other processes have to tell. The API takes each from here, records it as a system event and alerts, in one
-- transaction: a restart of either side neither repeats nor loses it.
create table raised_event (
  id bigint generated always as identity primary key,
  event_key text not null check (length(event_key) between 1 and 100),
  camera_id uuid references camera (id) on delete cascade,
  detail text not null check (length(detail) <= 4000),
  data jsonb not null default '{}',
  ts timestamptz not null default now()
);
