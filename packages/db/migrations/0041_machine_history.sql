-- How busy the machine was. Each sample is added to a row of a minute and to one of an hour. Those of minutes are deleted after
-- two days, so the tables stay small.

create table machine_sample (
  step_seconds integer not null check (step_seconds in (60, 3600)),
  ts timestamptz not null,
  samples integer not null check (samples > 0),
  -- Means over the samples; null where the system does not tell.
  cpu double precision check (cpu between 0 and 1),
  cpu_peak double precision check (cpu_peak between 0 and 1),
  memory_used_bytes double precision,
  memory_total_bytes double precision,
  network_in_bps double precision,
  network_out_bps double precision,
  disk_read_bytes_per_s double precision,
  disk_written_bytes_per_s double precision,
  camera_bps double precision,
  primary key (step_seconds, ts)
);

-- The free space as last seen in the step.
create table storage_sample (
  storage_id uuid not null references storage (id) on delete cascade,
  step_seconds integer not null check (step_seconds in (60, 3600)),
  ts timestamptz not null,
  free_bytes bigint not null check (free_bytes between 0 and 9007199254740991),
  primary key (storage_id, step_seconds, ts)
);
create index storage_sample_age_idx on storage_sample (step_seconds, ts);
