-- Servers keep what they know of a caller in memory; this tells them, at commit, to forget it.

create function notify_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', '');
  return null;
end
$$;

create trigger access_changed after update or delete on session for each statement execute function notify_access_changed();
create trigger access_changed after update or delete on app_user for each statement execute function notify_access_changed();
create trigger access_changed after update or delete on role for each statement execute function notify_access_changed();
create trigger access_changed after update on lpr_config for each statement execute function notify_access_changed();
