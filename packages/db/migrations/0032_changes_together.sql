-- The rows that one statement changed are named in one notification, a line each, instead of one notification for each row:
-- a notification costs more than all else that the trigger does. PostgreSQL takes at most 8000 bytes.

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
  else
    refs := (select array_agg(tg_argv[0] || ' ' || id) from changed);
  end if;
  for start in 1 .. coalesce(array_length(refs, 1), 0) by 100 loop
    perform pg_notify('changes', array_to_string(refs[start : start + 99], E'\n'));
  end loop;
  return null;
end
$$;
