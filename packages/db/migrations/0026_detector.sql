-- The external detector. What is null here is taken from the environment.
create table detector_config (
  singleton boolean primary key default true check (singleton),
  enabled boolean,
  source_id text not null default 'external' check (length(source_id) between 1 and 100),
  mqtt_url text check (length(mqtt_url) <= 500),
  mqtt_prefix text check (length(mqtt_prefix) between 1 and 100),
  mqtt_username text check (length(mqtt_username) <= 200),
  -- Sealed with the server key.
  mqtt_password bytea,
  http_base_url text check (length(http_base_url) <= 500),
  min_score double precision not null default 0.3 check (min_score between 0 and 1),
  catchup_hours integer not null default 24 check (catchup_hours between 0 and 720)
);
insert into detector_config default values;
create trigger cameras_changed after update on detector_config for each statement execute function notify_cameras_changed();
