-- Plate workers that the launcher runs, one for a camera. Each start makes a token anew, good for that camera alone and
-- until the process ends; only its digest is kept here.
create table plate_worker (
  camera_id uuid primary key references camera (id) on delete cascade,
  token_digest bytea not null unique check (length(token_digest) = 32),
  started_at timestamptz not null default now()
);
