-- Footage around a moment that a person or a script wants kept; the recorder reads it. One open request a user and camera.
create table record_request (
  user_id uuid not null references app_user (id) on delete cascade,
  camera_id uuid not null references camera (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  from_ts timestamptz not null,
  until_ts timestamptz not null,
  primary key (user_id, camera_id),
  check (until_ts > from_ts)
);
create trigger cameras_changed after insert or update on record_request for each statement execute function notify_cameras_changed();
