-- Which clips a user has watched. A clip is derived from an event, a plate read or a bookmark and has its id.
create table clip_view (
  user_id uuid not null references app_user (id) on delete cascade,
  clip_id uuid not null,
  viewed_at timestamptz not null,
  primary key (user_id, clip_id)
);
create index clip_view_clip_idx on clip_view (clip_id);

-- The hours in which footage was deleted: whatever was made from it has to go as well. Rows are removed when that is done.
create table footage_gone (
  camera_id uuid not null,
  hour timestamptz not null,
  noted_at timestamptz not null default clock_timestamp(),
  primary key (camera_id, hour)
);

create function note_footage_gone() returns trigger language plpgsql as $$
begin
  insert into footage_gone (camera_id, hour)
    select distinct old_rows.camera_id, spanned.hour from old_rows
     cross join lateral generate_series(date_trunc('hour', least(start_ts, precise_start_ts), 'UTC'), end_ts, interval '1 hour') as spanned (hour)
     order by 1, 2
  on conflict (camera_id, hour) do update set noted_at = excluded.noted_at;
  return null;
end
$$;
create trigger segment_gone after delete on segment
  referencing old table as old_rows for each statement execute function note_footage_gone();
