-- The few events that are still open, for whoever closes those that nobody ends.
create index event_open_idx on event (updated_at) where end_ts is null;
