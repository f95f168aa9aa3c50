-- The states of motion sources are passed on to the screens, too. The recorder writes those of all cameras at once.

create or replace function notify_changes() returns trigger language plpgsql as $$
declare
  refs text[];
begin
  if (select count(*) from (select from changed limit 501) counted) > 500 then
    perform pg_notify('changes', tg_argv[0] || ' *');
    return null;
  end if;
  -- Each branch is planned only for the tables that reach it.
  if tg_argv[0] = 'stream' then
    refs := (select array_agg('stream ' || camera_id || ' ' || stream) from changed);
  elsif tg_argv[0] = 'storage' then
    refs := (select array_agg('storage ' || storage_id) from changed);
  elsif tg_argv[0] = 'motion_sources' then
    refs := (select array_agg(distinct 'motion_sources ' || camera_id) from changed);
  else
    refs := (select array_agg(tg_argv[0] || ' ' || id) from changed);
  end if;
  for start in 1 .. coalesce(array_length(refs, 1), 0) by 100 loop
    perform pg_notify('changes', array_to_string(refs[start : start + 99], E'\n'));
  end loop;
  return null;
end
$$;

create trigger motion_source_status_noted_insert after insert on motion_source_status
  referencing new table as changed for each statement execute function notify_changes('motion_sources');
create trigger motion_source_status_noted_delete after delete on motion_source_status
  referencing old table as changed for each statement execute function notify_changes('motion_sources');
