-- The API keeps for some seconds which footage a clip or a preview is made of, and who may see it. Whatever ends that is announced.

create or replace function note_footage_gone() returns trigger language plpgsql as $$
begin
  insert into footage_gone (camera_id, hour)
    select distinct old_rows.camera_id, spanned.hour from old_rows
     cross join lateral generate_series(date_trunc('hour', least(start_ts, precise_start_ts), 'UTC'), end_ts, interval '1 hour') as spanned (hour)
     order by 1, 2
  on conflict (camera_id, hour) do update set noted_at = excluded.noted_at;
  if found then
    perform pg_notify('footage_changed', '');
  end if;
  return null;
end
$$;

create function notify_footage_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('footage_changed', '');
  return null;
end
$$;
create trigger footage_changed after update or delete on bookmark for each statement execute function notify_footage_changed();
create trigger footage_changed after update on server_settings for each statement execute function notify_footage_changed();

create trigger access_changed after insert or update or delete on role_camera for each statement execute function notify_access_changed();
create trigger access_changed after insert or update or delete on user_camera for each statement execute function notify_access_changed();
