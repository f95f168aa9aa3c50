-- What was recorded, where it lies, and why something is missing.

create table segment (
  id bigint generated always as identity primary key,
  camera_id uuid not null references camera (id),
  stream text not null check (stream in ('main', 'sub')),
  -- The second in the file's name; with camera and stream the key of the specification.
  start_ts timestamptz not null,
  -- When the first picture was taken, and for how long there is media: a stall never stretches a segment over a gap.
  precise_start_ts timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  end_ts timestamptz not null,
  storage_id uuid not null references storage (id),
  tier text not null default 'live' check (tier in ('live', 'archive')),
  -- Below the storage's folder.
  path text not null,
  size_bytes bigint not null check (size_bytes between 1 and 9007199254740991),
  -- Equal values play on without a restart of the decoder.
  parameter_hash text not null,
  has_motion boolean not null default false,
  check (end_ts >= start_ts)
);
create unique index segment_key on segment (camera_id, stream, start_ts);
create unique index segment_file_key on segment (storage_id, path);
-- Oldest first, for every rule that deletes.
create index segment_oldest_idx on segment (tier, end_ts, id);
create index segment_camera_oldest_idx on segment (camera_id, tier, end_ts);

-- Sizes without scanning, kept by the same transaction that changes the rows.
create table footage_counter (
  camera_id uuid not null references camera (id),
  storage_id uuid not null references storage (id),
  tier text not null check (tier in ('live', 'archive')),
  segments bigint not null check (segments >= 0),
  bytes bigint not null check (bytes >= 0),
  primary key (camera_id, storage_id, tier)
);

create function count_segments_in() returns trigger language plpgsql as $$
begin
  insert into footage_counter as counter (camera_id, storage_id, tier, segments, bytes)
    select camera_id, storage_id, tier, count(*), sum(size_bytes) from new_rows group by camera_id, storage_id, tier
    order by camera_id, storage_id, tier
  on conflict (camera_id, storage_id, tier)
    do update set segments = counter.segments + excluded.segments, bytes = counter.bytes + excluded.bytes;
  return null;
end
$$;

create function count_segments_out() returns trigger language plpgsql as $$
begin
  update footage_counter counter
     set segments = counter.segments - gone.segments, bytes = counter.bytes - gone.bytes
    from (select camera_id, storage_id, tier, count(*) as segments, sum(size_bytes) as bytes from old_rows group by camera_id, storage_id, tier) gone
   where counter.camera_id = gone.camera_id and counter.storage_id = gone.storage_id and counter.tier = gone.tier;
  return null;
end
$$;

create function recount_segments() returns trigger language plpgsql as $$
begin
  update footage_counter counter
     set segments = counter.segments - gone.segments, bytes = counter.bytes - gone.bytes
    from (select camera_id, storage_id, tier, count(*) as segments, sum(size_bytes) as bytes from old_rows group by camera_id, storage_id, tier) gone
   where counter.camera_id = gone.camera_id and counter.storage_id = gone.storage_id and counter.tier = gone.tier;
  insert into footage_counter as counter (camera_id, storage_id, tier, segments, bytes)
    select camera_id, storage_id, tier, count(*), sum(size_bytes) from new_rows group by camera_id, storage_id, tier
    order by camera_id, storage_id, tier
  on conflict (camera_id, storage_id, tier)
    do update set segments = counter.segments + excluded.segments, bytes = counter.bytes + excluded.bytes;
  return null;
end
$$;

create trigger segment_counted_in after insert on segment
  referencing new table as new_rows for each statement execute function count_segments_in();
create trigger segment_counted_out after delete on segment
  referencing old table as old_rows for each statement execute function count_segments_out();
create trigger segment_recounted after update on segment
  referencing old table as old_rows new table as new_rows for each statement execute function recount_segments();

-- A camera that was removed while its footage is kept: a tombstone, invisible but for its footage.
alter table camera add column removed_at timestamptz;
alter table camera add column footage_fate text check (footage_fate in ('keep', 'delete'));
alter table camera add constraint camera_removed_with_fate check ((removed_at is null) = (footage_fate is null));
drop index camera_name_key;
create unique index camera_name_key on camera (name_key) where removed_at is null;
create or replace view camera_scope as
  select u.id as user_id, c.id as camera_id
    from app_user u join role r on r.id = u.role_id cross join camera c
    where (r.all_cameras or 'admin' = any (r.capabilities)) and c.removed_at is null
  union
  select u.id, rc.camera_id from app_user u join role_camera rc on rc.role_id = u.role_id
    join camera c on c.id = rc.camera_id and c.removed_at is null
  union
  select uc.user_id, uc.camera_id from user_camera uc
    join camera c on c.id = uc.camera_id and c.removed_at is null;
-- The same for one user. A function keeps its plan, where the view would be planned anew with every statement that names it.
create function visible_camera_ids(viewer uuid) returns uuid[] language plpgsql stable as $$
begin
  return array(select camera_id from camera_scope where user_id = viewer);
end
$$;

-- Ranges that no cleaner may delete. Without a camera it protects all of them.
create table bookmark (
  id uuid primary key default gen_random_uuid(),
  camera_id uuid references camera (id) on delete cascade,
  start_ts timestamptz not null,
  end_ts timestamptz not null,
  label text not null check (length(label) between 1 and 200),
  note text check (length(note) <= 4000),
  protected boolean not null default true,
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null default now(),
  check (end_ts > start_ts)
);
create index bookmark_range_idx on bookmark (start_ts, end_ts);

-- Why nothing was recorded: each row holds from its moment until the next row of the same stream. Null means recording.
-- An absence that was announced is maintenance until the time that was said, and its own reason from then on: that time is
-- written down with it, because nobody may be there to tell when it comes.
create table stream_state_change (
  id bigint generated always as identity primary key,
  camera_id uuid not null references camera (id) on delete cascade,
  stream text not null check (stream in ('main', 'sub')),
  ts timestamptz not null,
  reason text check (reason in ('idle', 'offline', 'stalled', 'disk_full', 'storage_missing', 'off', 'clock_step')),
  maintenance_until timestamptz,
  check (maintenance_until is null or reason in ('offline', 'stalled'))
);
create index stream_state_change_idx on stream_state_change (camera_id, stream, ts);

-- What was deleted, in merged ranges, so that "why is this footage gone?" has an answer.
create table footage_deletion (
  id bigint generated always as identity primary key,
  camera_id uuid not null references camera (id) on delete cascade,
  stream text not null check (stream in ('main', 'sub')),
  start_ts timestamptz not null,
  end_ts timestamptz not null,
  reason text not null check (reason in ('retention', 'evicted', 'storage_missing')),
  check (end_ts >= start_ts)
);
create index footage_deletion_idx on footage_deletion (camera_id, stream, start_ts);

-- One row a run of the recorder; between two runs it was down.
create table recorder_run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  ended_at timestamptz
);
create index recorder_run_started_idx on recorder_run (started_at);

-- Only the holder of the newest epoch may record; an older one that wakes up finds itself fenced.
create table recorder_lease (
  singleton boolean primary key default true check (singleton),
  epoch bigint not null default 0,
  holder uuid,
  expires_at timestamptz,
  -- The newest moment that the clock showed while its word was taken; what it says after a start is held against it.
  clock_believed_at timestamptz
);
insert into recorder_lease default values;

-- How each stream does right now; the recorder writes it, everybody else reads.
create table stream_status (
  camera_id uuid not null references camera (id) on delete cascade,
  stream text not null check (stream in ('main', 'sub')),
  state text not null check (state in ('recording', 'connecting', 'offline', 'rejected', 'stalled', 'disk_full', 'storage_missing', 'off')),
  detail text,
  since timestamptz not null,
  bitrate_bps bigint,
  last_segment_end_ts timestamptz,
  segment_lag_ms integer,
  restarts integer not null default 0,
  codecs text,
  width integer,
  height integer,
  fps double precision,
  audio_codec text,
  updated_at timestamptz not null,
  primary key (camera_id, stream)
);

-- What a stream was last seen to be. The status leaves with the stream's work; this stays.
create table stream_facts (
  camera_id uuid not null references camera (id) on delete cascade,
  stream text not null check (stream in ('main', 'sub')),
  codec text not null check (codec in ('h264', 'h265', 'other')),
  codec_string text,
  width integer,
  height integer,
  fps double precision,
  audio_codec text,
  seen_at timestamptz not null,
  primary key (camera_id, stream)
);

-- How each storage does right now, as the recorder sees it.
create table storage_status (
  storage_id uuid primary key references storage (id) on delete cascade,
  state text not null check (state in ('ok', 'missing', 'foreign', 'unwritable', 'no_links', 'full')),
  detail text,
  -- The breaker of the reconciler: set once too many rows had no file, cleared by a person.
  prune_stopped_at timestamptz,
  -- When that person said that what is missing is gone for good: for a day, any number of rows may be dropped.
  prune_approved_at timestamptz,
  -- What the marker file in the storage must say; null until the first segment was committed there.
  marker uuid,
  free_bytes bigint,
  total_bytes bigint,
  pending_bytes bigint not null default 0,
  updated_at timestamptz not null
);

-- The account that readers of the restream use; made at first boot, shown to administrators.
create table restream_account (
  singleton boolean primary key default true check (singleton),
  username text not null,
  password bytea not null
);

create function notify_cameras_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cameras_changed', '');
  return null;
end
$$;
create trigger cameras_changed after insert or update or delete on camera for each statement execute function notify_cameras_changed();
create trigger cameras_changed after insert or update or delete on recording_policy for each statement execute function notify_cameras_changed();
create trigger cameras_changed after insert or update or delete on storage for each statement execute function notify_cameras_changed();
