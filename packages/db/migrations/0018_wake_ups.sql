-- Whoever works through exports and raised events is woken instead of asking again and again.
create function notify_export_queued() returns trigger language plpgsql as $$
begin
  perform pg_notify('export_queued', '');
  return null;
end $$;

create trigger export_queued after insert or update of state on footage_export
  for each row when (new.state = 'queued') execute function notify_export_queued();

create function notify_event_raised() returns trigger language plpgsql as $$
begin
  perform pg_notify('event_raised', '');
  return null;
end $$;

create trigger event_raised after insert on raised_event for each statement execute function notify_event_raised();
