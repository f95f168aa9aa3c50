-- Cameras whose video is encoded anew before it is recorded, because they send neither H.264 nor H.265.
alter table camera add column convert_video boolean not null default false;

-- When that was: footage of these times is not what the camera sent.
create table video_conversion (
  camera_id uuid not null references camera on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (camera_id, started_at)
);

create function note_video_conversion() returns trigger language plpgsql as $$
begin
  if new.convert_video then
    insert into video_conversion (camera_id, started_at) values (new.id, clock_timestamp());
  else
    update video_conversion set ended_at = clock_timestamp() where camera_id = new.id and ended_at is null;
  end if;
  return null;
end
$$;

create trigger camera_added_converting after insert on camera
  for each row when (new.convert_video) execute function note_video_conversion();
create trigger camera_converting after update on camera
  for each row when (old.convert_video is distinct from new.convert_video) execute function note_video_conversion();
