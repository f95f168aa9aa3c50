-- What the badges of a camera showed, unknown states included; the recorder writes it. Kept as long as footage of the camera.
create table hub_state_span (
  camera_id uuid not null references camera (id) on delete cascade,
  entity_id text not null check (length(entity_id) <= 255),
  start_ts timestamptz not null,
  -- Null while it lasts.
  end_ts timestamptz check (end_ts >= start_ts),
  known boolean not null,
  -- The state, or why it is unknown.
  value text not null check (length(value) <= 255),
  primary key (camera_id, entity_id, start_ts)
);
create index hub_state_span_end_idx on hub_state_span (camera_id, end_ts);
create index hub_state_span_open_idx on hub_state_span (camera_id, entity_id) where end_ts is null;
