-- Who may enter, and what they may see.

create table role (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  capabilities text[] not null default '{}'
    check (capabilities <@ array['admin', 'view_plates', 'playback', 'clips', 'export', 'actuators']),
  -- A role for "everything, also what is added later"; without it new cameras stay unseen until granted.
  all_cameras boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index role_name_key on role (lower(name));

create table app_user (
  id uuid primary key default gen_random_uuid(),
  username text not null check (length(username) between 1 and 100),
  password_hash text not null,
  role_id uuid not null references role (id),
  created_at timestamptz not null default now()
);
create unique index app_user_username_key on app_user (lower(username));
create index app_user_role_id_idx on app_user (role_id);

-- A token is only as good as its row here: deleting the row revokes it at once.
create table session (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  remember boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  client_address text,
  user_agent text
);
create index session_user_id_idx on session (user_id);
create index session_expires_at_idx on session (expires_at);

-- Kept for unknown names too, so that back-off does not tell who exists.
create table login_backoff (
  username_key text primary key,
  failures integer not null check (failures > 0),
  blocked_until timestamptz,
  updated_at timestamptz not null default now()
);

insert into role (name, capabilities, all_cameras) values
  ('Administrator', array['admin', 'view_plates', 'playback', 'clips', 'export'], true),
  ('Viewer', array['playback', 'clips'], true);
