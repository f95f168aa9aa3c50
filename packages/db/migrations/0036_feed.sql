-- Lists of one label, and the marks of a timeline: without it a rare label is searched through all events of its cameras.
create index event_camera_label_ts_idx on event (camera_id, label, ts desc, id desc);

-- Clips of motion alone, or of everything but motion, however rare they are.
create index event_camera_kind_ts_idx
  on event (camera_id, (case when source_id = 'motion' then 'motion' else 'detection' end), ts desc, id desc);

-- Until when a user has marked all clips as viewed. Clips that were marked one by one are in clip_view, which has priority.
create table clip_mark (
  user_id uuid primary key references app_user (id) on delete cascade,
  viewed_until timestamptz not null
);
alter table clip_view add column viewed boolean not null default true;
create index clip_view_unviewed_idx on clip_view (user_id) where not viewed;
