-- Names each changed row to the servers, which pass it on to the screens that show it. Notifications arrive after the
-- commit and in its order. A statement that changes very many rows is announced as a whole: screens load anew.

create function notify_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) from (select from changed limit 501) counted) > 500 then
    perform pg_notify('changes', tg_argv[0] || ' *');
  elsif tg_argv[0] = 'stream' then
    perform pg_notify('changes', 'stream ' || (item->>'camera_id') || ' ' || (item->>'stream'))
       from (select to_jsonb(changed) as item from changed) items;
  else
    perform pg_notify('changes', tg_argv[0] || ' ' || (item->>tg_argv[1]))
       from (select to_jsonb(changed) as item from changed) items;
  end if;
  return null;
end
$$;

create trigger event_noted_insert after insert on event
  referencing new table as changed for each statement execute function notify_changes('event', 'id');
create trigger event_noted_update after update on event
  referencing new table as changed for each statement execute function notify_changes('event', 'id');
create trigger plate_read_noted_insert after insert on plate_read
  referencing new table as changed for each statement execute function notify_changes('plate_read', 'id');
create trigger plate_read_noted_update after update on plate_read
  referencing new table as changed for each statement execute function notify_changes('plate_read', 'id');
create trigger system_event_noted_insert after insert on system_event
  referencing new table as changed for each statement execute function notify_changes('system_event', 'id');
create trigger stream_status_noted_insert after insert on stream_status
  referencing new table as changed for each statement execute function notify_changes('stream');
create trigger stream_status_noted_update after update on stream_status
  referencing new table as changed for each statement execute function notify_changes('stream');
create trigger storage_status_noted_insert after insert on storage_status
  referencing new table as changed for each statement execute function notify_changes('storage', 'storage_id');
create trigger storage_status_noted_update after update on storage_status
  referencing new table as changed for each statement execute function notify_changes('storage', 'storage_id');
create trigger footage_export_noted_insert after insert on footage_export
  referencing new table as changed for each statement execute function notify_changes('export', 'id');
create trigger footage_export_noted_update after update on footage_export
  referencing new table as changed for each statement execute function notify_changes('export', 'id');
