-- How long events are kept; null keeps them as long as the footage of their camera.
alter table server_settings add column event_retention_days integer check (event_retention_days between 1 and 3650);
