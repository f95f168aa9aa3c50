-- Footage that somebody asked for as a file. The row is also the job: whoever holds the claim works on it.
create table footage_export (
  id uuid primary key default gen_random_uuid(),
  -- Null once that user is gone: then only administrators see it.
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null,
  start_ts timestamptz not null,
  end_ts timestamptz not null,
  burn_clock boolean not null,
  audio boolean not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  progress double precision not null default 0 check (progress between 0 and 1),
  -- Why it failed, as a sentence for people.
  failure text,
  attempts integer not null default 0,
  claim uuid,
  -- By the database's clock; a claim that has not been renewed for a while belongs to a process that died.
  claimed_at timestamptz,
  -- What it is thought to need until it is done, then what it takes.
  size_bytes bigint not null check (size_bytes >= 0),
  file_name text,
  media_type text check (media_type in ('video/mp4', 'application/zip')),
  -- The signed manifest, to the letter.
  manifest text,
  finished_at timestamptz,
  expires_at timestamptz not null,
  check (end_ts > start_ts),
  check ((state = 'running') = (claim is not null)),
  check (state <> 'done' or (file_name is not null and media_type is not null and manifest is not null))
);
create index footage_export_waiting_idx on footage_export (created_at) where state in ('queued', 'running');
create index footage_export_list_idx on footage_export (created_at, id);

-- No reference: a camera that is gone leaves the caller's scope, and the export must leave it too.
create table footage_export_camera (
  export_id uuid not null references footage_export (id) on delete cascade,
  camera_id uuid not null,
  position integer not null,
  name text not null,
  primary key (export_id, camera_id)
);
