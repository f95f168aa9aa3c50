-- What detectors, sensors and plate readers saw. Each source writes its own row.

create table event (
  id uuid primary key default gen_random_uuid(),
  camera_id uuid not null references camera (id) on delete cascade,
  source_id text not null check (length(source_id) between 1 and 100),
  provider_event_id text not null check (length(provider_event_id) between 1 and 200),
  -- Never moves once written.
  ts timestamptz not null,
  -- Null while the event is open.
  end_ts timestamptz check (end_ts >= ts),
  updated_at timestamptz not null,
  lifecycle text not null check (lifecycle in ('start', 'update', 'end')),
  label text not null check (length(label) between 1 and 100),
  sub_label text,
  score double precision check (score between 0 and 1),
  top_score double precision check (top_score between 0 and 1),
  zones text[] not null default '{}',
  -- Fractions of the frame: left, top, width, height.
  box double precision[] check (array_length(box, 1) = 4),
  snapshot_url text,
  -- As the source wrote it.
  recognized_plate text,
  raw jsonb,
  constraint event_source_key unique (source_id, provider_event_id)
);
create index event_camera_ts_idx on event (camera_id, ts desc, id desc);
