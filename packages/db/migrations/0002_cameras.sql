-- Where footage goes, how it is kept, and which cameras there are.

create table storage (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  name_key text not null,
  -- Relative paths are below DATA_DIR, so that moving DATA_DIR moves the built-in storage with it.
  path text not null unique check (length(path) between 1 and 4096),
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index storage_name_key on storage (name_key);
create unique index storage_one_default on storage (is_default) where is_default;

create table recording_policy (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  name_key text not null,
  is_default boolean not null default false,
  origin text not null check (origin in ('operator', 'deviation')),
  mode text not null default 'continuous' check (mode in ('continuous', 'motion', 'off')),
  record_stream text not null default 'main' check (record_stream in ('main', 'sub', 'both')),
  record_audio boolean not null default false,
  live_storage_id uuid not null references storage (id),
  live_retention_hours integer not null default 168 check (live_retention_hours between 1 and 876000),
  live_max_bytes bigint check (live_max_bytes between 1 and 9007199254740991),
  archive_enabled boolean not null default false,
  archive_storage_id uuid references storage (id),
  archive_after_hours integer check (archive_after_hours between 1 and 876000),
  archive_retention_hours integer check (archive_retention_hours between 1 and 876000),
  archive_max_bytes bigint check (archive_max_bytes between 1 and 9007199254740991),
  min_free_bytes bigint check (min_free_bytes between 1 and 9007199254740991),
  max_retention_days integer check (max_retention_days between 1 and 36500),
  motion_pre_seconds integer not null default 5 check (motion_pre_seconds between 0 and 60),
  motion_post_seconds integer not null default 10 check (motion_post_seconds between 0 and 600),
  motion_sensitivity text not null default 'dynamic' check (motion_sensitivity in ('dynamic', 'manual')),
  motion_threshold double precision check (motion_threshold > 0 and motion_threshold <= 1),
  -- Seven days from Monday, 24 hours each, '1' where recording may run.
  schedule text[] check (array_length(schedule, 1) = 7 and array_to_string(schedule, '') ~ '^[01]{168}$'),
  created_at timestamptz not null default now(),
  check (not archive_enabled or (archive_storage_id is not null and archive_after_hours is not null)),
  check (motion_sensitivity = 'dynamic' or motion_threshold is not null),
  -- The Default policy is the operator's own, whatever happens to it.
  check (not is_default or origin = 'operator')
);
create unique index recording_policy_name_key on recording_policy (name_key);
create unique index recording_policy_one_default on recording_policy (is_default) where is_default;

create table camera (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  name_key text not null,
  enabled boolean not null default true,
  -- Addresses are kept without their password, and with *** for one in the path or query; what is missing is sealed beside it.
  main_url text not null,
  main_password bytea,
  sub_url text,
  sub_password bytea,
  policy_id uuid not null references recording_policy (id),
  -- Null follows the policy.
  record_audio boolean,
  motion_pixel_enabled boolean not null default true,
  motion_detector_enabled boolean not null default false,
  motion_hub_enabled boolean not null default false,
  motion_mask jsonb not null default '[]',
  detector_camera_name text,
  lpr_engine text not null default 'external' check (lpr_engine in ('none', 'external', 'native-alpr', 'both')),
  lpr_min_confidence double precision not null default 0.6 check (lpr_min_confidence between 0 and 1),
  lpr_zones jsonb not null default '{"include": [], "exclude": []}',
  created_at timestamptz not null default now()
);
create unique index camera_name_key on camera (name_key);
create index camera_policy_id_idx on camera (policy_id);

-- Groups are dormant: they hold cameras together for a write-through, and confer nothing themselves.
create table camera_group (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  name_key text not null,
  created_at timestamptz not null default now()
);
create unique index camera_group_name_key on camera_group (name_key);

create table camera_group_member (
  group_id uuid not null references camera_group (id) on delete cascade,
  camera_id uuid not null references camera (id) on delete cascade,
  primary key (group_id, camera_id)
);
create index camera_group_member_camera_id_idx on camera_group_member (camera_id);

create table role_camera (
  role_id uuid not null references role (id) on delete cascade,
  camera_id uuid not null references camera (id) on delete cascade,
  primary key (role_id, camera_id)
);
create index role_camera_camera_id_idx on role_camera (camera_id);

create table user_camera (
  user_id uuid not null references app_user (id) on delete cascade,
  camera_id uuid not null references camera (id) on delete cascade,
  primary key (user_id, camera_id)
);
create index user_camera_camera_id_idx on user_camera (camera_id);

-- How somebody likes to look at the cameras: theirs alone, wherever they sign in.
create table live_view (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null check (length(name) between 1 and 100),
  name_key text not null,
  layout text not null check (layout in ('auto', 'single', 'two', 'three', 'four', 'focus')),
  created_at timestamptz not null default now()
);
create unique index live_view_name_key on live_view (user_id, name_key);

create table live_view_camera (
  view_id uuid not null references live_view (id) on delete cascade,
  camera_id uuid not null references camera (id) on delete cascade,
  position integer not null check (position >= 0),
  primary key (view_id, camera_id)
);
create index live_view_camera_camera_id_idx on live_view_camera (camera_id);

-- The only place that says which cameras a user sees; every scoped query goes through it.
create view camera_scope as
  select u.id as user_id, c.id as camera_id
    from app_user u join role r on r.id = u.role_id cross join camera c
    where r.all_cameras or 'admin' = any (r.capabilities)
  union
  select u.id, rc.camera_id from app_user u join role_camera rc on rc.role_id = u.role_id
  union
  select uc.user_id, uc.camera_id from user_camera uc;

create view effective_policy as
  select c.id as camera_id, p.* from camera c join recording_policy p on p.id = c.policy_id;

insert into storage (name, name_key, path, is_default) values ('Default', 'default', 'footage', true);
insert into recording_policy (name, name_key, is_default, origin, live_storage_id)
  select 'Default', 'default', true, 'operator', id from storage where is_default;
