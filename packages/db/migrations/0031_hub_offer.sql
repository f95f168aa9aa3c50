-- Cameras offered to the home over MQTT. Off unless somebody switches it on.
create table hub_offer_config (
  singleton boolean primary key default true check (singleton),
  -- Tells installs that share a broker apart.
  instance uuid not null default gen_random_uuid(),
  enabled boolean not null default false,
  -- `detector`: the broker of the external detector.
  broker text not null default 'own' check (broker in ('own', 'detector')),
  mqtt_url text check (length(mqtt_url) <= 500),
  mqtt_username text check (length(mqtt_username) <= 200),
  -- Sealed with the server key.
  mqtt_password bytea,
  discovery_prefix text not null default 'homeassistant' check (length(discovery_prefix) between 1 and 100),
  -- Whether watched plates are offered, too.
  plates boolean not null default false
);
insert into hub_offer_config default values;
create trigger cameras_changed after update on hub_offer_config for each statement execute function notify_cameras_changed();

create table hub_offer_camera (
  camera_id uuid primary key references camera (id) on delete cascade
);
create trigger cameras_changed after insert or delete on hub_offer_camera
  for each statement execute function notify_cameras_changed();

-- Cameras whose messages the broker keeps, also removed ones: they are cleared when they are no longer offered.
create table hub_offer_published (
  camera_id uuid not null,
  discovery_prefix text not null,
  primary key (camera_id, discovery_prefix)
);
