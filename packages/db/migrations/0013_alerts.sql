-- System events, who hears of them, and what became of each message.

-- Only what an operator changed: a key without a row follows the built-in rule.
create table alert_rule (
  event_key text primary key check (length(event_key) between 1 and 100),
  enabled boolean not null,
  cooldown_seconds integer not null check (cooldown_seconds between 0 and 604800),
  -- Local times of RECORDER_TZ, both or none.
  quiet_start text check (quiet_start ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_end text check (quiet_end ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  bypass_quiet_hours boolean not null,
  title_template text not null check (length(title_template) <= 2000),
  body_template text not null check (length(body_template) <= 2000),
  check ((quiet_start is null) = (quiet_end is null)),
  check (quiet_start <> quiet_end)
);

create table notification_channel (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  name_key text not null,
  kind text not null check (kind in ('discord', 'slack', 'telegram', 'pushover', 'ntfy', 'webhook')),
  enabled boolean not null default true,
  base_url text not null check (length(base_url) between 1 and 2048),
  -- Where at that address: a webhook's id, a chat, a user, a topic.
  target text check (length(target) between 1 and 200),
  -- Sealed with the server key.
  secret bytea,
  attach_image boolean not null,
  -- Hears only of what this user may see; null hears of everything.
  owner_user_id uuid references app_user (id) on delete cascade,
  created_at timestamptz not null default now()
);
create unique index notification_channel_name_key on notification_channel (name_key);
create index notification_channel_owner_idx on notification_channel (owner_user_id);

create table system_event (
  id uuid primary key default gen_random_uuid(),
  event_key text not null check (length(event_key) between 1 and 100),
  -- Removed with its camera: without one it would pass for an event of the whole system.
  camera_id uuid references camera (id) on delete cascade,
  ts timestamptz not null,
  detail text not null check (length(detail) <= 4000),
  data jsonb not null default '{}',
  plate_read_id uuid references plate_read (id) on delete set null,
  -- Why no channel heard of it; null when they did.
  muted_by text check (muted_by in ('disabled', 'maintenance', 'boot-grace', 'quiet-hours', 'cooldown'))
);
create index system_event_ts_idx on system_event (ts desc, id desc);
create index system_event_camera_id_idx on system_event (camera_id);
-- A read raises one event, whatever races to raise a second.
create unique index system_event_plate_read_key on system_event (plate_read_id) where plate_read_id is not null;

-- When a key last went out for a camera. In the database, so that a restart starts no cooldown anew.
create table alert_cooldown (
  cooldown_key text primary key,
  last_sent_at timestamptz
);

-- The outbox, and afterwards the log.
create table alert_delivery (
  id uuid primary key default gen_random_uuid(),
  system_event_id uuid not null references system_event (id) on delete cascade,
  channel_id uuid not null references notification_channel (id) on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  failed_tries integer not null default 0 check (failed_tries >= 0),
  next_try_at timestamptz,
  -- Some process is sending it until then; past that moment the process is dead and another may.
  claimed_until timestamptz,
  last_error text,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint alert_delivery_once unique (system_event_id, channel_id),
  check ((state = 'pending') = (next_try_at is not null)),
  check ((state = 'pending') = (finished_at is null))
);
create index alert_delivery_due_idx on alert_delivery (channel_id, next_try_at) where state = 'pending';
create index alert_delivery_created_idx on alert_delivery (created_at desc, id desc);
