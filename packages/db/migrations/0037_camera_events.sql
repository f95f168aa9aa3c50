-- Motion that a camera notices itself, over ONVIF.
alter table camera add column motion_camera_enabled boolean not null default false;
-- Null: at the host of the main stream, at the usual path.
alter table camera add column onvif_url text check (length(onvif_url) between 1 and 500);
