-- Printed by `npm run gen` from a freshly migrated database; edit the migrations instead.

create table alert_cooldown (
  cooldown_key text not null,
  last_sent_at timestamp with time zone,
  constraint alert_cooldown_pkey PRIMARY KEY (cooldown_key)
);

create table alert_delivery (
  id uuid not null default gen_random_uuid(),
  system_event_id uuid not null,
  channel_id uuid not null,
  state text not null default 'pending'::text,
  failed_tries integer not null default 0,
  next_try_at timestamp with time zone,
  claimed_until timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint alert_delivery_once UNIQUE (system_event_id, channel_id),
  constraint alert_delivery_pkey PRIMARY KEY (id),
  constraint alert_delivery_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES notification_channel(id) ON DELETE CASCADE,
  constraint alert_delivery_system_event_id_fkey FOREIGN KEY (system_event_id) REFERENCES system_event(id) ON DELETE CASCADE,
  constraint alert_delivery_check CHECK (((state = 'pending'::text) = (next_try_at IS NOT NULL))),
  constraint alert_delivery_check1 CHECK (((state = 'pending'::text) = (finished_at IS NULL))),
  constraint alert_delivery_failed_tries_check CHECK ((failed_tries >= 0)),
  constraint alert_delivery_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX alert_delivery_created_idx ON public.alert_delivery USING btree (created_at DESC, id DESC);
CREATE INDEX alert_delivery_due_idx ON public.alert_delivery USING btree (channel_id, next_try_at) WHERE (state = 'pending'::text);

create table alert_rule (
  event_key text not null,
  enabled boolean not null,
  cooldown_seconds integer not null,
  quiet_start text,
  quiet_end text,
  bypass_quiet_hours boolean not null,
  title_template text not null,
  body_template text not null,
  constraint alert_rule_pkey PRIMARY KEY (event_key),
  constraint alert_rule_body_template_check CHECK ((length(body_template) <= 2000)),
  constraint alert_rule_check CHECK (((quiet_start IS NULL) = (quiet_end IS NULL))),
  constraint alert_rule_check1 CHECK ((quiet_start <> quiet_end)),
  constraint alert_rule_cooldown_seconds_check CHECK (((cooldown_seconds >= 0) AND (cooldown_seconds <= 604800))),
  constraint alert_rule_event_key_check CHECK (((length(event_key) >= 1) AND (length(event_key) <= 100))),
  constraint alert_rule_quiet_end_check CHECK ((quiet_end ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint alert_rule_quiet_start_check CHECK ((quiet_start ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint alert_rule_title_template_check CHECK ((length(title_template) <= 2000))
);

create table app_user (
  id uuid not null default gen_random_uuid(),
  username text not null,
  username_key text not null,
  password_hash text not null,
  role_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint app_user_pkey PRIMARY KEY (id),
  constraint app_user_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id),
  constraint app_user_username_check CHECK (((length(username) >= 1) AND (length(username) <= 100)))
);
CREATE INDEX app_user_role_id_idx ON public.app_user USING btree (role_id);
CREATE UNIQUE INDEX app_user_username_key ON public.app_user USING btree (username_key);
CREATE TRIGGER access_changed AFTER DELETE OR UPDATE ON public.app_user FOR EACH STATEMENT EXECUTE FUNCTION notify_access_changed();

create table camera (
  id uuid not null default gen_random_uuid(),
  name text not null,
  name_key text not null,
  enabled boolean not null default true,
  main_url text not null,
  main_password bytea,
  sub_url text,
  sub_password bytea,
  policy_id uuid not null,
  record_audio boolean,
  motion_pixel_enabled boolean not null default true,
  motion_detector_enabled boolean not null default false,
  motion_hub_enabled boolean not null default false,
  motion_mask jsonb not null default '[]'::jsonb,
  detector_camera_name text,
  lpr_engine text not null default 'external'::text,
  lpr_min_confidence double precision not null default 0.6,
  lpr_zones jsonb not null default '{"exclude": [], "include": []}'::jsonb,
  created_at timestamp with time zone not null default now(),
  constraint camera_pkey PRIMARY KEY (id),
  constraint camera_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES recording_policy(id),
  constraint camera_lpr_engine_check CHECK ((lpr_engine = ANY (ARRAY['none'::text, 'external'::text, 'native-alpr'::text, 'both'::text]))),
  constraint camera_lpr_min_confidence_check CHECK (((lpr_min_confidence >= (0)::double precision) AND (lpr_min_confidence <= (1)::double precision))),
  constraint camera_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
CREATE UNIQUE INDEX camera_name_key ON public.camera USING btree (name_key);
CREATE INDEX camera_policy_id_idx ON public.camera USING btree (policy_id);

create table camera_group (
  id uuid not null default gen_random_uuid(),
  name text not null,
  name_key text not null,
  created_at timestamp with time zone not null default now(),
  constraint camera_group_pkey PRIMARY KEY (id),
  constraint camera_group_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
CREATE UNIQUE INDEX camera_group_name_key ON public.camera_group USING btree (name_key);

create table camera_group_member (
  group_id uuid not null,
  camera_id uuid not null,
  constraint camera_group_member_pkey PRIMARY KEY (group_id, camera_id),
  constraint camera_group_member_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint camera_group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES camera_group(id) ON DELETE CASCADE
);
CREATE INDEX camera_group_member_camera_id_idx ON public.camera_group_member USING btree (camera_id);

create table event (
  id uuid not null default gen_random_uuid(),
  camera_id uuid not null,
  source_id text not null,
  provider_event_id text not null,
  ts timestamp with time zone not null,
  end_ts timestamp with time zone,
  updated_at timestamp with time zone not null,
  lifecycle text not null,
  label text not null,
  sub_label text,
  score double precision,
  top_score double precision,
  zones text[] not null default '{}'::text[],
  box double precision[],
  snapshot_url text,
  recognized_plate text,
  raw jsonb,
  constraint event_source_key UNIQUE (source_id, provider_event_id),
  constraint event_pkey PRIMARY KEY (id),
  constraint event_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint event_box_check CHECK ((array_length(box, 1) = 4)),
  constraint event_check CHECK ((end_ts >= ts)),
  constraint event_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100))),
  constraint event_lifecycle_check CHECK ((lifecycle = ANY (ARRAY['start'::text, 'update'::text, 'end'::text]))),
  constraint event_provider_event_id_check CHECK (((length(provider_event_id) >= 1) AND (length(provider_event_id) <= 200))),
  constraint event_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
  constraint event_source_id_check CHECK (((length(source_id) >= 1) AND (length(source_id) <= 100))),
  constraint event_top_score_check CHECK (((top_score >= (0)::double precision) AND (top_score <= (1)::double precision)))
);
CREATE INDEX event_camera_ts_idx ON public.event USING btree (camera_id, ts DESC, id DESC);

create table login_backoff (
  username_key text not null,
  failures integer not null,
  blocked_until timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint login_backoff_pkey PRIMARY KEY (username_key),
  constraint login_backoff_failures_check CHECK ((failures > 0))
);

create table lpr_config (
  singleton boolean not null default true,
  enabled boolean not null default false,
  retention_days integer not null default 90,
  watchlist_fuzz double precision not null default 0,
  ingest_token_digest bytea,
  constraint lpr_config_pkey PRIMARY KEY (singleton),
  constraint lpr_config_retention_days_check CHECK (((retention_days >= 1) AND (retention_days <= 3650))),
  constraint lpr_config_singleton_check CHECK (singleton),
  constraint lpr_config_watchlist_fuzz_check CHECK (((watchlist_fuzz >= (0)::double precision) AND (watchlist_fuzz <= (0.5)::double precision)))
);
CREATE TRIGGER access_changed AFTER UPDATE ON public.lpr_config FOR EACH STATEMENT EXECUTE FUNCTION notify_access_changed();

create table notification_channel (
  id uuid not null default gen_random_uuid(),
  name text not null,
  kind text not null,
  enabled boolean not null default true,
  base_url text not null,
  target text,
  secret bytea,
  attach_image boolean not null,
  owner_user_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint notification_channel_pkey PRIMARY KEY (id),
  constraint notification_channel_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint notification_channel_base_url_check CHECK (((length(base_url) >= 1) AND (length(base_url) <= 2048))),
  constraint notification_channel_kind_check CHECK ((kind = ANY (ARRAY['discord'::text, 'slack'::text, 'telegram'::text, 'pushover'::text, 'ntfy'::text, 'webhook'::text]))),
  constraint notification_channel_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint notification_channel_target_check CHECK (((length(target) >= 1) AND (length(target) <= 200)))
);
CREATE UNIQUE INDEX notification_channel_name_key ON public.notification_channel USING btree (lower(name));
CREATE INDEX notification_channel_owner_idx ON public.notification_channel USING btree (owner_user_id);

create table pass_truth (
  camera_id uuid not null,
  bucket_ts timestamp with time zone not null,
  plate text not null,
  confirmed_at timestamp with time zone not null,
  constraint pass_truth_pkey PRIMARY KEY (camera_id, bucket_ts),
  constraint pass_truth_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint pass_truth_bucket_ts_check CHECK ((bucket_ts = date_trunc('second'::text, bucket_ts))),
  constraint pass_truth_plate_check CHECK ((plate ~ '^[A-Z0-9]{1,32}$'::text))
);
CREATE INDEX pass_truth_bucket_ts_idx ON public.pass_truth USING btree (bucket_ts);

create table plate_crop (
  plate_read_id uuid not null,
  jpeg bytea not null,
  constraint plate_crop_pkey PRIMARY KEY (plate_read_id),
  constraint plate_crop_plate_read_id_fkey FOREIGN KEY (plate_read_id) REFERENCES plate_read(id) ON DELETE CASCADE
);

create table plate_read (
  id uuid not null default gen_random_uuid(),
  camera_id uuid not null,
  event_id uuid,
  source_id text not null,
  provider_event_id text not null,
  ts timestamp with time zone not null,
  plate text not null,
  plate_raw text not null,
  confidence double precision,
  region text,
  vehicle jsonb,
  bbox double precision[],
  crop_bytes integer,
  alerted boolean not null default false,
  constraint plate_read_source_key UNIQUE (source_id, provider_event_id),
  constraint plate_read_pkey PRIMARY KEY (id),
  constraint plate_read_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint plate_read_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(id) ON DELETE SET NULL,
  constraint plate_read_bbox_check CHECK ((array_length(bbox, 1) = 4)),
  constraint plate_read_confidence_check CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  constraint plate_read_crop_bytes_check CHECK ((crop_bytes > 0)),
  constraint plate_read_plate_check CHECK ((plate ~ '^[A-Z0-9]{1,32}$'::text)),
  constraint plate_read_plate_raw_check CHECK (((length(plate_raw) >= 1) AND (length(plate_raw) <= 128))),
  constraint plate_read_provider_event_id_check CHECK (((length(provider_event_id) >= 1) AND (length(provider_event_id) <= 200))),
  constraint plate_read_region_check CHECK (((length(region) >= 1) AND (length(region) <= 100))),
  constraint plate_read_source_id_check CHECK (((length(source_id) >= 1) AND (length(source_id) <= 100)))
);
CREATE INDEX plate_read_camera_ts_idx ON public.plate_read USING btree (camera_id, ts DESC, id DESC) INCLUDE (source_id);
CREATE INDEX plate_read_event_id_idx ON public.plate_read USING btree (event_id);
CREATE INDEX plate_read_plate_idx ON public.plate_read USING btree (plate text_pattern_ops, ts DESC, id DESC) INCLUDE (camera_id, source_id);
CREATE INDEX plate_read_plate_trgm_idx ON public.plate_read USING gin (plate gin_trgm_ops);
CREATE INDEX plate_read_ts_idx ON public.plate_read USING btree (ts DESC, id DESC);
CREATE TRIGGER plate_read_added AFTER INSERT ON public.plate_read FOR EACH ROW EXECUTE FUNCTION count_plate_read();
CREATE TRIGGER plate_read_changed AFTER UPDATE ON public.plate_read FOR EACH ROW WHEN ((old.crop_bytes IS DISTINCT FROM new.crop_bytes)) EXECUTE FUNCTION count_plate_read();
CREATE TRIGGER plate_read_removed AFTER DELETE ON public.plate_read REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION uncount_plate_reads();

create table plate_storage (
  slot integer not null,
  reads bigint not null default 0,
  crops bigint not null default 0,
  crop_bytes bigint not null default 0,
  constraint plate_storage_pkey PRIMARY KEY (slot),
  constraint plate_storage_slot_check CHECK (((slot >= 0) AND (slot <= 15)))
);

create table process_heartbeat (
  process text not null,
  started_at timestamp with time zone not null,
  beat_at timestamp with time zone not null,
  version text not null,
  constraint process_heartbeat_pkey PRIMARY KEY (process),
  constraint process_heartbeat_process_check CHECK ((process = 'recorder'::text))
);

create table recording_policy (
  id uuid not null default gen_random_uuid(),
  name text not null,
  name_key text not null,
  is_default boolean not null default false,
  origin text not null,
  mode text not null default 'continuous'::text,
  record_stream text not null default 'main'::text,
  record_audio boolean not null default false,
  live_storage_id uuid not null,
  live_retention_hours integer not null default 168,
  live_max_bytes bigint,
  archive_enabled boolean not null default false,
  archive_storage_id uuid,
  archive_after_hours integer,
  archive_retention_hours integer,
  archive_max_bytes bigint,
  min_free_bytes bigint,
  max_retention_days integer,
  motion_pre_seconds integer not null default 5,
  motion_post_seconds integer not null default 10,
  motion_sensitivity text not null default 'dynamic'::text,
  motion_threshold double precision,
  schedule text[],
  created_at timestamp with time zone not null default now(),
  constraint recording_policy_pkey PRIMARY KEY (id),
  constraint recording_policy_archive_storage_id_fkey FOREIGN KEY (archive_storage_id) REFERENCES storage(id),
  constraint recording_policy_live_storage_id_fkey FOREIGN KEY (live_storage_id) REFERENCES storage(id),
  constraint recording_policy_archive_after_hours_check CHECK (((archive_after_hours >= 1) AND (archive_after_hours <= 876000))),
  constraint recording_policy_archive_max_bytes_check CHECK (((archive_max_bytes >= 1) AND (archive_max_bytes <= '9007199254740991'::bigint))),
  constraint recording_policy_archive_retention_hours_check CHECK (((archive_retention_hours >= 1) AND (archive_retention_hours <= 876000))),
  constraint recording_policy_check CHECK (((NOT archive_enabled) OR ((archive_storage_id IS NOT NULL) AND (archive_after_hours IS NOT NULL)))),
  constraint recording_policy_check1 CHECK (((motion_sensitivity = 'dynamic'::text) OR (motion_threshold IS NOT NULL))),
  constraint recording_policy_check2 CHECK (((NOT is_default) OR (origin = 'operator'::text))),
  constraint recording_policy_live_max_bytes_check CHECK (((live_max_bytes >= 1) AND (live_max_bytes <= '9007199254740991'::bigint))),
  constraint recording_policy_live_retention_hours_check CHECK (((live_retention_hours >= 1) AND (live_retention_hours <= 876000))),
  constraint recording_policy_max_retention_days_check CHECK (((max_retention_days >= 1) AND (max_retention_days <= 36500))),
  constraint recording_policy_min_free_bytes_check CHECK (((min_free_bytes >= 1) AND (min_free_bytes <= '9007199254740991'::bigint))),
  constraint recording_policy_mode_check CHECK ((mode = ANY (ARRAY['continuous'::text, 'motion'::text, 'off'::text]))),
  constraint recording_policy_motion_post_seconds_check CHECK (((motion_post_seconds >= 0) AND (motion_post_seconds <= 600))),
  constraint recording_policy_motion_pre_seconds_check CHECK (((motion_pre_seconds >= 0) AND (motion_pre_seconds <= 60))),
  constraint recording_policy_motion_sensitivity_check CHECK ((motion_sensitivity = ANY (ARRAY['dynamic'::text, 'manual'::text]))),
  constraint recording_policy_motion_threshold_check CHECK (((motion_threshold > (0)::double precision) AND (motion_threshold <= (1)::double precision))),
  constraint recording_policy_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint recording_policy_origin_check CHECK ((origin = ANY (ARRAY['operator'::text, 'deviation'::text]))),
  constraint recording_policy_record_stream_check CHECK ((record_stream = ANY (ARRAY['main'::text, 'sub'::text, 'both'::text]))),
  constraint recording_policy_schedule_check CHECK (((array_length(schedule, 1) = 7) AND (array_to_string(schedule, ''::text) ~ '^[01]{168}$'::text)))
);
CREATE UNIQUE INDEX recording_policy_name_key ON public.recording_policy USING btree (name_key);
CREATE UNIQUE INDEX recording_policy_one_default ON public.recording_policy USING btree (is_default) WHERE is_default;

create table role (
  id uuid not null default gen_random_uuid(),
  name text not null,
  name_key text not null,
  capabilities text[] not null default '{}'::text[],
  all_cameras boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint role_pkey PRIMARY KEY (id),
  constraint role_capabilities_check CHECK ((capabilities <@ ARRAY['admin'::text, 'view_plates'::text, 'playback'::text, 'clips'::text, 'export'::text, 'actuators'::text])),
  constraint role_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
CREATE UNIQUE INDEX role_name_key ON public.role USING btree (name_key);
CREATE TRIGGER access_changed AFTER DELETE OR UPDATE ON public.role FOR EACH STATEMENT EXECUTE FUNCTION notify_access_changed();

create table role_camera (
  role_id uuid not null,
  camera_id uuid not null,
  constraint role_camera_pkey PRIMARY KEY (role_id, camera_id),
  constraint role_camera_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint role_camera_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE
);
CREATE INDEX role_camera_camera_id_idx ON public.role_camera USING btree (camera_id);

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table server_settings (
  singleton boolean not null default true,
  clip_overview_seconds integer not null default 30,
  clip_pre_roll_seconds integer not null default 2,
  constraint server_settings_pkey PRIMARY KEY (singleton),
  constraint server_settings_clip_overview_seconds_check CHECK (((clip_overview_seconds >= 10) AND (clip_overview_seconds <= 30))),
  constraint server_settings_clip_pre_roll_seconds_check CHECK (((clip_pre_roll_seconds >= 0) AND (clip_pre_roll_seconds <= 9))),
  constraint server_settings_singleton_check CHECK (singleton)
);

create table session (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  remember boolean not null default false,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  client_address text,
  user_agent text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX session_expires_at_idx ON public.session USING btree (expires_at);
CREATE INDEX session_user_id_idx ON public.session USING btree (user_id);
CREATE TRIGGER access_changed AFTER DELETE OR UPDATE ON public.session FOR EACH STATEMENT EXECUTE FUNCTION notify_access_changed();

create table storage (
  id uuid not null default gen_random_uuid(),
  name text not null,
  name_key text not null,
  path text not null,
  is_default boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint storage_path_key UNIQUE (path),
  constraint storage_pkey PRIMARY KEY (id),
  constraint storage_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint storage_path_check CHECK (((length(path) >= 1) AND (length(path) <= 4096)))
);
CREATE UNIQUE INDEX storage_name_key ON public.storage USING btree (name_key);
CREATE UNIQUE INDEX storage_one_default ON public.storage USING btree (is_default) WHERE is_default;

create table system_event (
  id uuid not null default gen_random_uuid(),
  event_key text not null,
  camera_id uuid,
  ts timestamp with time zone not null,
  detail text not null,
  data jsonb not null default '{}'::jsonb,
  plate_read_id uuid,
  muted_by text,
  constraint system_event_pkey PRIMARY KEY (id),
  constraint system_event_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint system_event_plate_read_id_fkey FOREIGN KEY (plate_read_id) REFERENCES plate_read(id) ON DELETE SET NULL,
  constraint system_event_detail_check CHECK ((length(detail) <= 4000)),
  constraint system_event_event_key_check CHECK (((length(event_key) >= 1) AND (length(event_key) <= 100))),
  constraint system_event_muted_by_check CHECK ((muted_by = ANY (ARRAY['disabled'::text, 'maintenance'::text, 'boot-grace'::text, 'quiet-hours'::text, 'cooldown'::text])))
);
CREATE INDEX system_event_camera_id_idx ON public.system_event USING btree (camera_id);
CREATE UNIQUE INDEX system_event_plate_read_key ON public.system_event USING btree (plate_read_id) WHERE (plate_read_id IS NOT NULL);
CREATE INDEX system_event_ts_idx ON public.system_event USING btree (ts DESC, id DESC);

create table user_camera (
  user_id uuid not null,
  camera_id uuid not null,
  constraint user_camera_pkey PRIMARY KEY (user_id, camera_id),
  constraint user_camera_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint user_camera_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX user_camera_camera_id_idx ON public.user_camera USING btree (camera_id);

create table watchlist_entry (
  id uuid not null default gen_random_uuid(),
  plate text not null,
  kind text not null default 'watch'::text,
  label text,
  note text,
  color text,
  notify boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint watchlist_entry_plate_key UNIQUE (plate),
  constraint watchlist_entry_pkey PRIMARY KEY (id),
  constraint watchlist_entry_color_check CHECK ((color ~ '^#[0-9A-Fa-f]{6}$'::text)),
  constraint watchlist_entry_kind_check CHECK ((kind = ANY (ARRAY['watch'::text, 'ignore'::text]))),
  constraint watchlist_entry_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100))),
  constraint watchlist_entry_note_check CHECK (((length(note) >= 1) AND (length(note) <= 2000))),
  constraint watchlist_entry_plate_check CHECK ((plate ~ '^[A-Z0-9]{1,32}$'::text))
);
CREATE TRIGGER watchlist_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.watchlist_entry FOR EACH STATEMENT EXECUTE FUNCTION renew_watchlist_revision();

create table watchlist_revision (
  singleton boolean not null default true,
  revision uuid not null default gen_random_uuid(),
  constraint watchlist_revision_pkey PRIMARY KEY (singleton),
  constraint watchlist_revision_singleton_check CHECK (singleton)
);

create view camera_scope as
 SELECT u.id AS user_id,
    c.id AS camera_id
   FROM ((app_user u
     JOIN role r ON ((r.id = u.role_id)))
     CROSS JOIN camera c)
  WHERE (r.all_cameras OR ('admin'::text = ANY (r.capabilities)))
UNION
 SELECT u.id AS user_id,
    rc.camera_id
   FROM (app_user u
     JOIN role_camera rc ON ((rc.role_id = u.role_id)))
UNION
 SELECT uc.user_id,
    uc.camera_id
   FROM user_camera uc;

create view effective_policy as
 SELECT c.id AS camera_id,
    p.id,
    p.name,
    p.name_key,
    p.is_default,
    p.origin,
    p.mode,
    p.record_stream,
    p.record_audio,
    p.live_storage_id,
    p.live_retention_hours,
    p.live_max_bytes,
    p.archive_enabled,
    p.archive_storage_id,
    p.archive_after_hours,
    p.archive_retention_hours,
    p.archive_max_bytes,
    p.min_free_bytes,
    p.max_retention_days,
    p.motion_pre_seconds,
    p.motion_post_seconds,
    p.motion_sensitivity,
    p.motion_threshold,
    p.schedule,
    p.created_at
   FROM (camera c
     JOIN recording_policy p ON ((p.id = c.policy_id)));

CREATE OR REPLACE FUNCTION public.count_plate_read()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update plate_storage
     set reads = reads + case tg_op when 'INSERT' then 1 else 0 end,
         crops = crops + (new.crop_bytes is not null)::int - (tg_op = 'UPDATE' and old.crop_bytes is not null)::int,
         crop_bytes = crop_bytes + coalesce(new.crop_bytes, 0)
                      - case tg_op when 'UPDATE' then coalesce(old.crop_bytes, 0) else 0 end
   where slot = pg_backend_pid() % 16;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_access_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('access_changed', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.renew_watchlist_revision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update watchlist_revision set revision = gen_random_uuid();
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.uncount_plate_reads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update plate_storage
     set reads = plate_storage.reads - gone.reads, crops = plate_storage.crops - gone.crops,
         crop_bytes = crop_bytes - gone.bytes
    from (select count(*) as reads, count(crop_bytes) as crops, coalesce(sum(crop_bytes), 0) as bytes from removed) gone
   where slot = pg_backend_pid() % 16 and gone.reads > 0;
  return null;
end
$function$;
