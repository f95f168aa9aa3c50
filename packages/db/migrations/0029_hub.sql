-- The smart-home hub. What is null here is taken from the environment.
create table hub_config (
  singleton boolean primary key default true check (singleton),
  enabled boolean,
  base_url text check (length(base_url) <= 500),
  -- Sealed with the server key.
  token bytea,
  -- SHA-256 of the one certificate that an administrator accepted.
  certificate text check (certificate ~ '^[0-9a-f]{64}$')
);
insert into hub_config default values;
create trigger cameras_changed after update on hub_config for each statement execute function notify_cameras_changed();

-- Entities of the hub that belong to a camera: sensors start its recordings, all are shown as badges on its picture.
create table camera_hub_link (
  id uuid primary key default gen_random_uuid(),
  camera_id uuid not null references camera (id) on delete cascade,
  entity_id text not null check (length(entity_id) <= 255),
  role text not null check (role in ('sensor', 'control')),
  -- As the hub called it when it was linked.
  device_class text check (length(device_class) <= 64),
  label text check (length(label) between 1 and 100),
  position integer not null,
  -- Fractions of the picture; null while there is no badge.
  x double precision check (x between 0 and 1),
  y double precision check (y between 0 and 1),
  shape text not null default 'dot' check (shape in ('dot', 'pill')),
  size double precision not null default 1 check (size between 0.1 and 8),
  opacity double precision not null default 1 check (opacity between 0.05 and 1),
  overlay_color text check (overlay_color ~ '^#[0-9a-fA-F]{6}$'),
  overlay_icon text check (length(overlay_icon) <= 64),
  background_color text check (background_color ~ '^#[0-9a-fA-F]{6}$'),
  outline boolean not null default true,
  overlay_show_state boolean not null default false,
  overlay_show_age boolean not null default false,
  unique (camera_id, entity_id),
  check ((x is null) = (y is null))
);
create trigger cameras_changed after insert or update or delete on camera_hub_link
  for each statement execute function notify_cameras_changed();

-- How the hub does; the recorder writes it, everybody else reads.
create table hub_status (
  singleton boolean primary key default true check (singleton),
  state text not null default 'off' check (state in ('off', 'starting', 'ok', 'missed', 'unreachable')),
  -- Why it cannot be read, for administrators.
  reason text,
  since timestamptz not null default now(),
  -- Start of the outage that was reported as an event and has not been reported to be over.
  outage_since timestamptz,
  -- When the recorder last wrote here: what it knew is true up to this time.
  seen_at timestamptz
);
insert into hub_status default values;
