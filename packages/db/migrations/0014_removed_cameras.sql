-- A removed camera stays within everybody's scope until its footage has ended: what is kept must be reachable.
-- Queries about cameras as devices (live, status, restream) ask for removed_at themselves.
create or replace view camera_scope as
  select u.id as user_id, c.id as camera_id
    from app_user u join role r on r.id = u.role_id cross join camera c
    where r.all_cameras or 'admin' = any (r.capabilities)
  union
  select u.id, rc.camera_id from app_user u join role_camera rc on rc.role_id = u.role_id
  union
  select uc.user_id, uc.camera_id from user_camera uc;

-- keep: by its policy. delete: soon, except what bookmarks protect. delete_protected: soon, bookmarks or not.
alter table camera drop constraint camera_footage_fate_check;
alter table camera add constraint camera_footage_fate_check check (footage_fate in ('keep', 'delete', 'delete_protected'));

-- When it was written down. ts is when it happened, which a source that catches up reports late; unread is what was
-- written since the user looked.
alter table system_event add column recorded_at timestamptz not null default now();
update system_event set recorded_at = ts;
create index system_event_recorded_idx on system_event (recorded_at desc);

-- Up to where a user has looked at the system events.
create table system_event_mark (
  user_id uuid primary key references app_user (id) on delete cascade,
  seen_until timestamptz not null
);
