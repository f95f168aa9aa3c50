-- What the processes logged as warnings and errors, for the console. Each keeps its newest few hundred.

create table process_warning (
  id bigint generated always as identity primary key,
  process text not null check (process in ('api', 'recorder')),
  ts timestamptz not null,
  level text not null check (level in ('warn', 'error', 'fatal')),
  message text not null check (length(message) <= 500),
  -- No reference: the line outlives its camera.
  camera_id uuid,
  detail text check (length(detail) <= 2000),
  -- How often it was logged before it was written.
  count integer not null check (count > 0)
);
create index process_warning_process_idx on process_warning (process, id);
