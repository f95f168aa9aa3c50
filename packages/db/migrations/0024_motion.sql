-- Motion mode: connected and watching, but nothing to record.
alter table stream_status drop constraint stream_status_state_check;
alter table stream_status add constraint stream_status_state_check check
  (state in ('recording', 'idle', 'connecting', 'offline', 'rejected', 'stalled', 'disk_full', 'storage_missing', 'off'));

-- Where something moved during the segment: 32 columns by 18 rows, row by row, one bit a cell.
alter table segment add column motion_grid bit(576);

-- How each motion source of each camera does; the recorder writes it, everybody else reads.
create table motion_source_status (
  camera_id uuid not null references camera (id) on delete cascade,
  source text not null check (source in ('pixel', 'detector', 'hub', 'camera')),
  able boolean not null,
  -- Why it cannot give a verdict, for administrators.
  reason text,
  since timestamptz not null,
  primary key (camera_id, source)
);

-- What the pixel analysis sees now, for whoever sets it up. Worth nothing after a crash.
create unlogged table motion_view (
  camera_id uuid primary key references camera (id) on delete cascade,
  ts timestamptz not null,
  moving boolean not null,
  score double precision not null,
  floor double precision not null,
  ceiling double precision not null,
  grid bit(576) not null
);
