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
  quiet_days text not null default '1111111'::text,
  snoozed_until timestamp with time zone,
  constraint alert_rule_pkey PRIMARY KEY (event_key),
  constraint alert_rule_body_template_check CHECK ((length(body_template) <= 2000)),
  constraint alert_rule_check CHECK (((quiet_start IS NULL) = (quiet_end IS NULL))),
  constraint alert_rule_check1 CHECK ((quiet_start <> quiet_end)),
  constraint alert_rule_cooldown_seconds_check CHECK (((cooldown_seconds >= 0) AND (cooldown_seconds <= 604800))),
  constraint alert_rule_event_key_check CHECK (((length(event_key) >= 1) AND (length(event_key) <= 100))),
  constraint alert_rule_quiet_days_check CHECK ((quiet_days ~ '^[01]{7}$'::text)),
  constraint alert_rule_quiet_end_check CHECK ((quiet_end ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint alert_rule_quiet_start_check CHECK ((quiet_start ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'::text)),
  constraint alert_rule_title_template_check CHECK ((length(title_template) <= 2000))
);

create table alert_snooze (
  singleton boolean not null default true,
  snoozed_until timestamp with time zone,
  constraint alert_snooze_pkey PRIMARY KEY (singleton),
  constraint alert_snooze_singleton_check CHECK (singleton)
);

create table app_user (
  id uuid not null default gen_random_uuid(),
  username text not null,
  username_key text not null,
  password_hash text not null,
  role_id uuid not null,
  created_at timestamp with time zone not null default now(),
  constraint share_user_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint app_user_pkey PRIMARY KEY (id),
  constraint app_user_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id),
  constraint app_user_username_check CHECK (((length(username) >= 1) AND (length(username) <= 100)))
);
CREATE INDEX app_user_role_id_idx ON public.app_user USING btree (role_id);
CREATE UNIQUE INDEX app_user_username_key ON public.app_user USING btree (username_key);
CREATE TRIGGER access_changed AFTER DELETE OR UPDATE ON public.app_user FOR EACH STATEMENT EXECUTE FUNCTION notify_access_changed();
CREATE CONSTRAINT TRIGGER share_user_changed AFTER DELETE OR UPDATE ON public.app_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revoke_forbidden_shares();

create table audit_entry (
  id uuid not null default gen_random_uuid(),
  ts timestamp with time zone not null,
  user_id uuid,
  username text,
  client_address text,
  action text not null,
  object_id text,
  object_name text,
  camera_ids uuid[] not null default '{}'::uuid[],
  details jsonb not null default '{}'::jsonb,
  span_key text,
  constraint audit_entry_pkey PRIMARY KEY (id),
  constraint audit_entry_action_check CHECK (((length(action) >= 1) AND (length(action) <= 60)))
);
CREATE INDEX audit_entry_action_idx ON public.audit_entry USING btree (action, ts, id);
CREATE INDEX audit_entry_camera_idx ON public.audit_entry USING gin (camera_ids);
CREATE INDEX audit_entry_list_idx ON public.audit_entry USING btree (ts, id);
CREATE UNIQUE INDEX audit_entry_span_key ON public.audit_entry USING btree (span_key);
CREATE INDEX audit_entry_user_idx ON public.audit_entry USING btree (user_id, ts, id);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();

create table backup_run (
  id bigint not null generated as identity,
  reason text not null,
  state text not null default 'queued'::text,
  queued_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  file_name text,
  size_bytes bigint,
  error text,
  constraint backup_run_pkey PRIMARY KEY (id),
  constraint backup_run_error_check CHECK ((length(error) <= 1000)),
  constraint backup_run_reason_check CHECK ((reason = ANY (ARRAY['manual'::text, 'schedule'::text]))),
  constraint backup_run_size_bytes_check CHECK (((size_bytes >= 0) AND (size_bytes <= '9007199254740991'::bigint))),
  constraint backup_run_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX backup_run_active_key ON public.backup_run USING btree ((true)) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

create table backup_schedule (
  singleton boolean not null default true,
  enabled boolean not null default false,
  minute_of_day integer not null default 195,
  days text not null default '1111111'::text,
  keep integer not null default 7,
  changed_at timestamp with time zone not null default now(),
  constraint backup_schedule_pkey PRIMARY KEY (singleton),
  constraint backup_schedule_days_check CHECK (((days ~ '^[01]{7}$'::text) AND (days ~~ '%1%'::text))),
  constraint backup_schedule_keep_check CHECK (((keep >= 1) AND (keep <= 60))),
  constraint backup_schedule_minute_of_day_check CHECK (((minute_of_day >= 0) AND (minute_of_day <= 1439))),
  constraint backup_schedule_singleton_check CHECK (singleton)
);

create table bookmark (
  id uuid not null default gen_random_uuid(),
  camera_id uuid,
  start_ts timestamp with time zone not null,
  end_ts timestamp with time zone not null,
  label text not null,
  note text,
  protected boolean not null default true,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint bookmark_pkey PRIMARY KEY (id),
  constraint bookmark_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint bookmark_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  constraint bookmark_check CHECK ((end_ts > start_ts)),
  constraint bookmark_label_check CHECK (((length(label) >= 1) AND (length(label) <= 200))),
  constraint bookmark_note_check CHECK ((length(note) <= 4000))
);
CREATE INDEX bookmark_range_idx ON public.bookmark USING btree (start_ts, end_ts);
CREATE TRIGGER footage_changed AFTER DELETE OR UPDATE ON public.bookmark FOR EACH STATEMENT EXECUTE FUNCTION notify_footage_changed();

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
  removed_at timestamp with time zone,
  footage_fate text,
  lpr_country text,
  convert_video boolean not null default false,
  motion_camera_enabled boolean not null default false,
  onvif_url text,
  constraint share_camera_removed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint camera_pkey PRIMARY KEY (id),
  constraint camera_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES recording_policy(id),
  constraint camera_footage_fate_check CHECK ((footage_fate = ANY (ARRAY['keep'::text, 'delete'::text, 'delete_protected'::text]))),
  constraint camera_lpr_country_check CHECK ((lpr_country ~ '^[A-Z]{2}$'::text)),
  constraint camera_lpr_engine_check CHECK ((lpr_engine = ANY (ARRAY['none'::text, 'external'::text, 'native-alpr'::text, 'both'::text]))),
  constraint camera_lpr_min_confidence_check CHECK (((lpr_min_confidence >= (0)::double precision) AND (lpr_min_confidence <= (1)::double precision))),
  constraint camera_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint camera_onvif_url_check CHECK (((length(onvif_url) >= 1) AND (length(onvif_url) <= 500))),
  constraint camera_removed_with_fate CHECK (((removed_at IS NULL) = (footage_fate IS NULL)))
);
CREATE UNIQUE INDEX camera_name_key ON public.camera USING btree (name_key) WHERE (removed_at IS NULL);
CREATE INDEX camera_policy_id_idx ON public.camera USING btree (policy_id);
CREATE TRIGGER camera_added_converting AFTER INSERT ON public.camera FOR EACH ROW WHEN (new.convert_video) EXECUTE FUNCTION note_video_conversion();
CREATE TRIGGER camera_converting AFTER UPDATE ON public.camera FOR EACH ROW WHEN ((old.convert_video IS DISTINCT FROM new.convert_video)) EXECUTE FUNCTION note_video_conversion();
CREATE TRIGGER cameras_changed AFTER INSERT OR DELETE OR UPDATE ON public.camera FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();
CREATE CONSTRAINT TRIGGER share_camera_removed AFTER DELETE OR UPDATE OF removed_at ON public.camera DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revoke_forbidden_shares();

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

create table camera_hub_link (
  id uuid not null default gen_random_uuid(),
  camera_id uuid not null,
  entity_id text not null,
  role text not null,
  device_class text,
  label text,
  position integer not null,
  x double precision,
  y double precision,
  shape text not null default 'dot'::text,
  size double precision not null default 1,
  opacity double precision not null default 1,
  overlay_color text,
  overlay_icon text,
  background_color text,
  outline boolean not null default true,
  overlay_show_state boolean not null default false,
  overlay_show_age boolean not null default false,
  constraint camera_hub_link_camera_id_entity_id_key UNIQUE (camera_id, entity_id),
  constraint camera_hub_link_pkey PRIMARY KEY (id),
  constraint camera_hub_link_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint camera_hub_link_background_color_check CHECK ((background_color ~ '^#[0-9a-fA-F]{6}$'::text)),
  constraint camera_hub_link_check CHECK (((x IS NULL) = (y IS NULL))),
  constraint camera_hub_link_device_class_check CHECK ((length(device_class) <= 64)),
  constraint camera_hub_link_entity_id_check CHECK ((length(entity_id) <= 255)),
  constraint camera_hub_link_label_check CHECK (((length(label) >= 1) AND (length(label) <= 100))),
  constraint camera_hub_link_opacity_check CHECK (((opacity >= (0.05)::double precision) AND (opacity <= (1)::double precision))),
  constraint camera_hub_link_overlay_color_check CHECK ((overlay_color ~ '^#[0-9a-fA-F]{6}$'::text)),
  constraint camera_hub_link_overlay_icon_check CHECK ((length(overlay_icon) <= 64)),
  constraint camera_hub_link_role_check CHECK ((role = ANY (ARRAY['sensor'::text, 'control'::text]))),
  constraint camera_hub_link_shape_check CHECK ((shape = ANY (ARRAY['dot'::text, 'pill'::text]))),
  constraint camera_hub_link_size_check CHECK (((size >= (0.1)::double precision) AND (size <= (8)::double precision))),
  constraint camera_hub_link_x_check CHECK (((x >= (0)::double precision) AND (x <= (1)::double precision))),
  constraint camera_hub_link_y_check CHECK (((y >= (0)::double precision) AND (y <= (1)::double precision)))
);
CREATE TRIGGER cameras_changed AFTER INSERT OR DELETE OR UPDATE ON public.camera_hub_link FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

create table clip_mark (
  user_id uuid not null,
  viewed_until timestamp with time zone not null,
  constraint clip_mark_pkey PRIMARY KEY (user_id),
  constraint clip_mark_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table clip_view (
  user_id uuid not null,
  clip_id uuid not null,
  viewed_at timestamp with time zone not null,
  viewed boolean not null default true,
  constraint clip_view_pkey PRIMARY KEY (user_id, clip_id),
  constraint clip_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX clip_view_clip_idx ON public.clip_view USING btree (clip_id);
CREATE INDEX clip_view_unviewed_idx ON public.clip_view USING btree (user_id) WHERE (NOT viewed);

create table detector_config (
  singleton boolean not null default true,
  enabled boolean,
  source_id text not null default 'external'::text,
  mqtt_url text,
  mqtt_prefix text,
  mqtt_username text,
  mqtt_password bytea,
  http_base_url text,
  min_score double precision not null default 0.3,
  catchup_hours integer not null default 24,
  constraint detector_config_pkey PRIMARY KEY (singleton),
  constraint detector_config_catchup_hours_check CHECK (((catchup_hours >= 0) AND (catchup_hours <= 720))),
  constraint detector_config_http_base_url_check CHECK ((length(http_base_url) <= 500)),
  constraint detector_config_min_score_check CHECK (((min_score >= (0)::double precision) AND (min_score <= (1)::double precision))),
  constraint detector_config_mqtt_prefix_check CHECK (((length(mqtt_prefix) >= 1) AND (length(mqtt_prefix) <= 100))),
  constraint detector_config_mqtt_url_check CHECK ((length(mqtt_url) <= 500)),
  constraint detector_config_mqtt_username_check CHECK ((length(mqtt_username) <= 200)),
  constraint detector_config_singleton_check CHECK (singleton),
  constraint detector_config_source_id_check CHECK (((length(source_id) >= 1) AND (length(source_id) <= 100)))
);
CREATE TRIGGER cameras_changed AFTER UPDATE ON public.detector_config FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

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
CREATE INDEX event_camera_kind_ts_idx ON public.event USING btree (camera_id, (
CASE
    WHEN (source_id = 'motion'::text) THEN 'motion'::text
    ELSE 'detection'::text
END), ts DESC, id DESC);
CREATE INDEX event_camera_label_ts_idx ON public.event USING btree (camera_id, label, ts DESC, id DESC);
CREATE INDEX event_camera_ts_idx ON public.event USING btree (camera_id, ts DESC, id DESC);
CREATE INDEX event_open_idx ON public.event USING btree (updated_at) WHERE (end_ts IS NULL);
CREATE TRIGGER event_noted_insert AFTER INSERT ON public.event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('event', 'id');
CREATE TRIGGER event_noted_update AFTER UPDATE ON public.event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('event', 'id');

create table footage_counter (
  camera_id uuid not null,
  storage_id uuid not null,
  tier text not null,
  segments bigint not null,
  bytes bigint not null,
  constraint footage_counter_pkey PRIMARY KEY (camera_id, storage_id, tier),
  constraint footage_counter_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id),
  constraint footage_counter_storage_id_fkey FOREIGN KEY (storage_id) REFERENCES storage(id),
  constraint footage_counter_bytes_check CHECK ((bytes >= 0)),
  constraint footage_counter_segments_check CHECK ((segments >= 0)),
  constraint footage_counter_tier_check CHECK ((tier = ANY (ARRAY['live'::text, 'archive'::text])))
);

create table footage_deletion (
  id bigint not null generated as identity,
  camera_id uuid not null,
  stream text not null,
  start_ts timestamp with time zone not null,
  end_ts timestamp with time zone not null,
  reason text not null,
  constraint footage_deletion_pkey PRIMARY KEY (id),
  constraint footage_deletion_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint footage_deletion_check CHECK ((end_ts >= start_ts)),
  constraint footage_deletion_reason_check CHECK ((reason = ANY (ARRAY['retention'::text, 'evicted'::text, 'vanished'::text]))),
  constraint footage_deletion_stream_check CHECK ((stream = ANY (ARRAY['main'::text, 'sub'::text])))
);
CREATE INDEX footage_deletion_idx ON public.footage_deletion USING btree (camera_id, stream, start_ts);

create table footage_export (
  id uuid not null default gen_random_uuid(),
  created_by uuid,
  created_at timestamp with time zone not null,
  start_ts timestamp with time zone not null,
  end_ts timestamp with time zone not null,
  burn_clock boolean not null,
  audio boolean not null,
  state text not null default 'queued'::text,
  progress double precision not null default 0,
  failure text,
  attempts integer not null default 0,
  claim uuid,
  claimed_at timestamp with time zone,
  size_bytes bigint not null,
  file_name text,
  media_type text,
  manifest text,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  speed integer,
  constraint footage_export_pkey PRIMARY KEY (id),
  constraint footage_export_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  constraint footage_export_check CHECK ((end_ts > start_ts)),
  constraint footage_export_check1 CHECK (((state = 'running'::text) = (claim IS NOT NULL))),
  constraint footage_export_check2 CHECK (((state <> 'done'::text) OR ((file_name IS NOT NULL) AND (media_type IS NOT NULL) AND (manifest IS NOT NULL)))),
  constraint footage_export_media_type_check CHECK ((media_type = ANY (ARRAY['video/mp4'::text, 'application/zip'::text]))),
  constraint footage_export_progress_check CHECK (((progress >= (0)::double precision) AND (progress <= (1)::double precision))),
  constraint footage_export_size_bytes_check CHECK ((size_bytes >= 0)),
  constraint footage_export_speed_check CHECK (((speed >= 2) AND (speed <= 1000))),
  constraint footage_export_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX footage_export_list_idx ON public.footage_export USING btree (created_at, id);
CREATE INDEX footage_export_waiting_idx ON public.footage_export USING btree (created_at) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE TRIGGER export_queued AFTER INSERT OR UPDATE OF state ON public.footage_export FOR EACH ROW WHEN ((new.state = 'queued'::text)) EXECUTE FUNCTION notify_export_queued();
CREATE TRIGGER footage_export_noted_insert AFTER INSERT ON public.footage_export REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('export', 'id');
CREATE TRIGGER footage_export_noted_update AFTER UPDATE ON public.footage_export REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('export', 'id');

create table footage_export_camera (
  export_id uuid not null,
  camera_id uuid not null,
  position integer not null,
  name text not null,
  constraint footage_export_camera_pkey PRIMARY KEY (export_id, camera_id),
  constraint footage_export_camera_export_id_fkey FOREIGN KEY (export_id) REFERENCES footage_export(id) ON DELETE CASCADE
);

create table footage_extent (
  camera_id uuid not null,
  stream text not null,
  reach_ms bigint not null,
  constraint footage_extent_pkey PRIMARY KEY (camera_id, stream),
  constraint footage_extent_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint footage_extent_reach_ms_check CHECK ((reach_ms >= 0)),
  constraint footage_extent_stream_check CHECK ((stream = ANY (ARRAY['main'::text, 'sub'::text])))
);

create table footage_gone (
  camera_id uuid not null,
  hour timestamp with time zone not null,
  noted_at timestamp with time zone not null default clock_timestamp(),
  constraint footage_gone_pkey PRIMARY KEY (camera_id, hour)
);

create table footage_run (
  camera_id uuid not null,
  stream text not null,
  kind text not null,
  start_ts timestamp with time zone not null,
  end_ts timestamp with time zone not null,
  constraint footage_run_pkey PRIMARY KEY (camera_id, stream, kind, start_ts),
  constraint footage_run_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint footage_run_check CHECK ((end_ts > start_ts)),
  constraint footage_run_kind_check CHECK ((kind = ANY (ARRAY['footage'::text, 'motion'::text, 'wide_footage'::text, 'wide_motion'::text]))),
  constraint footage_run_stream_check CHECK ((stream = ANY (ARRAY['main'::text, 'sub'::text])))
);

create table hub_config (
  singleton boolean not null default true,
  enabled boolean,
  base_url text,
  token bytea,
  certificate text,
  constraint hub_config_pkey PRIMARY KEY (singleton),
  constraint hub_config_base_url_check CHECK ((length(base_url) <= 500)),
  constraint hub_config_certificate_check CHECK ((certificate ~ '^[0-9a-f]{64}$'::text)),
  constraint hub_config_singleton_check CHECK (singleton)
);
CREATE TRIGGER cameras_changed AFTER UPDATE ON public.hub_config FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

create table hub_offer_camera (
  camera_id uuid not null,
  constraint hub_offer_camera_pkey PRIMARY KEY (camera_id),
  constraint hub_offer_camera_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE
);
CREATE TRIGGER cameras_changed AFTER INSERT OR DELETE ON public.hub_offer_camera FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

create table hub_offer_config (
  singleton boolean not null default true,
  instance uuid not null default gen_random_uuid(),
  enabled boolean not null default false,
  broker text not null default 'own'::text,
  mqtt_url text,
  mqtt_username text,
  mqtt_password bytea,
  discovery_prefix text not null default 'homeassistant'::text,
  plates boolean not null default false,
  constraint hub_offer_config_pkey PRIMARY KEY (singleton),
  constraint hub_offer_config_broker_check CHECK ((broker = ANY (ARRAY['own'::text, 'detector'::text]))),
  constraint hub_offer_config_discovery_prefix_check CHECK (((length(discovery_prefix) >= 1) AND (length(discovery_prefix) <= 100))),
  constraint hub_offer_config_mqtt_url_check CHECK ((length(mqtt_url) <= 500)),
  constraint hub_offer_config_mqtt_username_check CHECK ((length(mqtt_username) <= 200)),
  constraint hub_offer_config_singleton_check CHECK (singleton)
);
CREATE TRIGGER cameras_changed AFTER UPDATE ON public.hub_offer_config FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

create table hub_offer_published (
  camera_id uuid not null,
  discovery_prefix text not null,
  constraint hub_offer_published_pkey PRIMARY KEY (camera_id, discovery_prefix)
);

create table hub_state_span (
  camera_id uuid not null,
  entity_id text not null,
  start_ts timestamp with time zone not null,
  end_ts timestamp with time zone,
  known boolean not null,
  value text not null,
  constraint hub_state_span_pkey PRIMARY KEY (camera_id, entity_id, start_ts),
  constraint hub_state_span_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint hub_state_span_check CHECK ((end_ts >= start_ts)),
  constraint hub_state_span_entity_id_check CHECK ((length(entity_id) <= 255)),
  constraint hub_state_span_value_check CHECK ((length(value) <= 255))
);
CREATE INDEX hub_state_span_end_idx ON public.hub_state_span USING btree (camera_id, end_ts);
CREATE INDEX hub_state_span_open_idx ON public.hub_state_span USING btree (camera_id, entity_id) WHERE (end_ts IS NULL);

create table hub_status (
  singleton boolean not null default true,
  state text not null default 'off'::text,
  reason text,
  since timestamp with time zone not null default now(),
  outage_since timestamp with time zone,
  seen_at timestamp with time zone,
  constraint hub_status_pkey PRIMARY KEY (singleton),
  constraint hub_status_singleton_check CHECK (singleton),
  constraint hub_status_state_check CHECK ((state = ANY (ARRAY['off'::text, 'starting'::text, 'ok'::text, 'missed'::text, 'unreachable'::text])))
);

create table live_view (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  name_key text not null,
  layout text not null,
  created_at timestamp with time zone not null default now(),
  constraint live_view_pkey PRIMARY KEY (id),
  constraint live_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint live_view_layout_check CHECK ((layout = ANY (ARRAY['auto'::text, 'single'::text, 'two'::text, 'three'::text, 'four'::text, 'focus'::text]))),
  constraint live_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
CREATE UNIQUE INDEX live_view_name_key ON public.live_view USING btree (user_id, name_key);

create table live_view_camera (
  view_id uuid not null,
  camera_id uuid not null,
  position integer not null,
  constraint live_view_camera_pkey PRIMARY KEY (view_id, camera_id),
  constraint live_view_camera_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint live_view_camera_view_id_fkey FOREIGN KEY (view_id) REFERENCES live_view(id) ON DELETE CASCADE,
  constraint live_view_camera_position_check CHECK (("position" >= 0))
);
CREATE INDEX live_view_camera_camera_id_idx ON public.live_view_camera USING btree (camera_id);

create table login_backoff (
  username_key text not null,
  source text not null,
  failures integer not null,
  blocked_until timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint login_backoff_pkey PRIMARY KEY (username_key, source),
  constraint login_backoff_failures_check CHECK ((failures > 0))
);
CREATE INDEX login_backoff_updated_at_idx ON public.login_backoff USING btree (updated_at);

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
CREATE TRIGGER cameras_changed AFTER UPDATE ON public.lpr_config FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

create table machine_sample (
  step_seconds integer not null,
  ts timestamp with time zone not null,
  samples integer not null,
  cpu double precision,
  cpu_peak double precision,
  memory_used_bytes double precision,
  memory_total_bytes double precision,
  network_in_bps double precision,
  network_out_bps double precision,
  disk_read_bytes_per_s double precision,
  disk_written_bytes_per_s double precision,
  camera_bps double precision,
  constraint machine_sample_pkey PRIMARY KEY (step_seconds, ts),
  constraint machine_sample_cpu_check CHECK (((cpu >= (0)::double precision) AND (cpu <= (1)::double precision))),
  constraint machine_sample_cpu_peak_check CHECK (((cpu_peak >= (0)::double precision) AND (cpu_peak <= (1)::double precision))),
  constraint machine_sample_samples_check CHECK ((samples > 0)),
  constraint machine_sample_step_seconds_check CHECK ((step_seconds = ANY (ARRAY[60, 3600])))
);

create table motion_source_status (
  camera_id uuid not null,
  source text not null,
  able boolean not null,
  reason text,
  since timestamp with time zone not null,
  constraint motion_source_status_pkey PRIMARY KEY (camera_id, source),
  constraint motion_source_status_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint motion_source_status_source_check CHECK ((source = ANY (ARRAY['pixel'::text, 'detector'::text, 'hub'::text, 'camera'::text])))
);
CREATE TRIGGER motion_source_status_noted_delete AFTER DELETE ON public.motion_source_status REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('motion_sources');
CREATE TRIGGER motion_source_status_noted_insert AFTER INSERT ON public.motion_source_status REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('motion_sources');

create table motion_view (
  camera_id uuid not null,
  ts timestamp with time zone not null,
  moving boolean not null,
  score double precision not null,
  floor double precision not null,
  ceiling double precision not null,
  grid bit(576) not null,
  constraint motion_view_pkey PRIMARY KEY (camera_id),
  constraint motion_view_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE
);

create table notification_channel (
  id uuid not null default gen_random_uuid(),
  name text not null,
  name_key text not null,
  kind text not null,
  enabled boolean not null default true,
  base_url text not null,
  target text,
  secret bytea,
  attach_image boolean not null,
  owner_user_id uuid,
  created_at timestamp with time zone not null default now(),
  attach_clip text not null default 'none'::text,
  plates_outside_confirmed boolean not null default false,
  constraint notification_channel_pkey PRIMARY KEY (id),
  constraint notification_channel_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint notification_channel_attach_clip_check CHECK ((attach_clip = ANY (ARRAY['none'::text, 'thumbnail'::text, 'moving'::text]))),
  constraint notification_channel_base_url_check CHECK (((length(base_url) >= 1) AND (length(base_url) <= 2048))),
  constraint notification_channel_kind_check CHECK ((kind = ANY (ARRAY['discord'::text, 'slack'::text, 'telegram'::text, 'pushover'::text, 'ntfy'::text, 'webhook'::text]))),
  constraint notification_channel_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint notification_channel_target_check CHECK (((length(target) >= 1) AND (length(target) <= 200)))
);
CREATE UNIQUE INDEX notification_channel_name_key ON public.notification_channel USING btree (name_key);
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
  snapshot_url text,
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
  constraint plate_read_snapshot_url_check CHECK (((length(snapshot_url) >= 1) AND (length(snapshot_url) <= 2048))),
  constraint plate_read_source_id_check CHECK (((length(source_id) >= 1) AND (length(source_id) <= 100)))
);
CREATE INDEX plate_read_camera_ts_idx ON public.plate_read USING btree (camera_id, ts DESC, id DESC) INCLUDE (source_id);
CREATE INDEX plate_read_event_id_idx ON public.plate_read USING btree (event_id);
CREATE INDEX plate_read_plate_idx ON public.plate_read USING btree (plate text_pattern_ops, ts DESC, id DESC) INCLUDE (camera_id, source_id);
CREATE INDEX plate_read_ts_idx ON public.plate_read USING btree (ts DESC, id DESC);
CREATE TRIGGER plate_read_added AFTER INSERT ON public.plate_read REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_plate_reads();
CREATE TRIGGER plate_read_changed AFTER UPDATE ON public.plate_read REFERENCING OLD TABLE AS unchanged NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION recount_plate_reads();
CREATE TRIGGER plate_read_noted_insert AFTER INSERT ON public.plate_read REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('plate_read', 'id');
CREATE TRIGGER plate_read_noted_update AFTER UPDATE ON public.plate_read REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('plate_read', 'id');
CREATE TRIGGER plate_read_removed AFTER DELETE ON public.plate_read REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION uncount_plate_reads();

create table plate_storage (
  slot integer not null,
  reads bigint not null default 0,
  crops bigint not null default 0,
  crop_bytes bigint not null default 0,
  constraint plate_storage_pkey PRIMARY KEY (slot),
  constraint plate_storage_slot_check CHECK (((slot >= 0) AND (slot <= 15)))
);

create table plate_worker (
  camera_id uuid not null,
  token_digest bytea not null,
  started_at timestamp with time zone not null default now(),
  constraint plate_worker_token_digest_key UNIQUE (token_digest),
  constraint plate_worker_pkey PRIMARY KEY (camera_id),
  constraint plate_worker_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint plate_worker_token_digest_check CHECK ((length(token_digest) = 32))
);

create table process_heartbeat (
  process text not null,
  started_at timestamp with time zone not null,
  beat_at timestamp with time zone not null,
  version text not null,
  constraint process_heartbeat_pkey PRIMARY KEY (process),
  constraint process_heartbeat_process_check CHECK ((process = 'recorder'::text))
);

create table process_warning (
  id bigint not null generated as identity,
  process text not null,
  ts timestamp with time zone not null,
  level text not null,
  message text not null,
  camera_id uuid,
  detail text,
  count integer not null,
  constraint process_warning_pkey PRIMARY KEY (id),
  constraint process_warning_count_check CHECK ((count > 0)),
  constraint process_warning_detail_check CHECK ((length(detail) <= 2000)),
  constraint process_warning_level_check CHECK ((level = ANY (ARRAY['warn'::text, 'error'::text, 'fatal'::text]))),
  constraint process_warning_message_check CHECK ((length(message) <= 500)),
  constraint process_warning_process_check CHECK ((process = ANY (ARRAY['api'::text, 'recorder'::text])))
);
CREATE INDEX process_warning_process_idx ON public.process_warning USING btree (process, id);

create table raised_event (
  id bigint not null generated as identity,
  event_key text not null,
  camera_id uuid,
  detail text not null,
  data jsonb not null default '{}'::jsonb,
  ts timestamp with time zone not null default now(),
  constraint raised_event_pkey PRIMARY KEY (id),
  constraint raised_event_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint raised_event_detail_check CHECK ((length(detail) <= 4000)),
  constraint raised_event_event_key_check CHECK (((length(event_key) >= 1) AND (length(event_key) <= 100)))
);
CREATE TRIGGER event_raised AFTER INSERT ON public.raised_event FOR EACH STATEMENT EXECUTE FUNCTION notify_event_raised();

create table record_request (
  user_id uuid not null,
  camera_id uuid not null,
  id uuid not null default gen_random_uuid(),
  from_ts timestamp with time zone not null,
  until_ts timestamp with time zone not null,
  constraint record_request_pkey PRIMARY KEY (user_id, camera_id),
  constraint record_request_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint record_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE,
  constraint record_request_check CHECK ((until_ts > from_ts))
);
CREATE TRIGGER cameras_changed AFTER INSERT OR UPDATE ON public.record_request FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

create table recorder_lease (
  singleton boolean not null default true,
  epoch bigint not null default 0,
  holder uuid,
  expires_at timestamp with time zone,
  clock_believed_at timestamp with time zone,
  constraint recorder_lease_pkey PRIMARY KEY (singleton),
  constraint recorder_lease_singleton_check CHECK (singleton)
);

create table recorder_restart (
  singleton boolean not null default true,
  requested_at timestamp with time zone,
  requested_by uuid,
  taken_at timestamp with time zone,
  constraint recorder_restart_pkey PRIMARY KEY (singleton),
  constraint recorder_restart_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES app_user(id) ON DELETE SET NULL,
  constraint recorder_restart_singleton_check CHECK (singleton)
);

create table recorder_run (
  id bigint not null generated as identity,
  started_at timestamp with time zone not null,
  beat_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  restart boolean not null default false,
  constraint recorder_run_pkey PRIMARY KEY (id)
);
CREATE INDEX recorder_run_started_idx ON public.recorder_run USING btree (started_at);

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
CREATE TRIGGER cameras_changed AFTER INSERT OR DELETE OR UPDATE ON public.recording_policy FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

create table restream_account (
  singleton boolean not null default true,
  username text not null,
  password bytea not null,
  constraint restream_account_pkey PRIMARY KEY (singleton),
  constraint restream_account_singleton_check CHECK (singleton)
);
CREATE TRIGGER cameras_changed AFTER INSERT OR DELETE OR UPDATE ON public.restream_account FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

create table role (
  id uuid not null default gen_random_uuid(),
  name text not null,
  name_key text not null,
  capabilities text[] not null default '{}'::text[],
  all_cameras boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint share_role_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint role_pkey PRIMARY KEY (id),
  constraint role_capabilities_check CHECK ((capabilities <@ ARRAY['admin'::text, 'view_plates'::text, 'playback'::text, 'clips'::text, 'export'::text, 'protect'::text, 'actuators'::text])),
  constraint role_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100)))
);
CREATE UNIQUE INDEX role_name_key ON public.role USING btree (name_key);
CREATE TRIGGER access_changed AFTER DELETE OR UPDATE ON public.role FOR EACH STATEMENT EXECUTE FUNCTION notify_access_changed();
CREATE CONSTRAINT TRIGGER share_role_changed AFTER UPDATE ON public.role DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revoke_forbidden_shares();

create table role_camera (
  role_id uuid not null,
  camera_id uuid not null,
  constraint share_role_camera_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint role_camera_pkey PRIMARY KEY (role_id, camera_id),
  constraint role_camera_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint role_camera_role_id_fkey FOREIGN KEY (role_id) REFERENCES role(id) ON DELETE CASCADE
);
CREATE INDEX role_camera_camera_id_idx ON public.role_camera USING btree (camera_id);
CREATE TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE ON public.role_camera FOR EACH STATEMENT EXECUTE FUNCTION notify_access_changed();
CREATE CONSTRAINT TRIGGER share_role_camera_changed AFTER DELETE ON public.role_camera DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revoke_forbidden_shares();

create table schema_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint schema_migration_pkey PRIMARY KEY (name)
);

create table seen_plate (
  plate text not null,
  reads bigint not null,
  folded text not null generated always as (fold_look_alikes(plate)) stored,
  head text not null generated always as (plate_piece(plate, 0)) stored,
  middle text not null generated always as (plate_piece(plate, 1)) stored,
  tail text not null generated always as (plate_piece(plate, 2)) stored,
  constraint seen_plate_pkey PRIMARY KEY (plate),
  constraint seen_plate_reads_check CHECK ((reads >= 0))
);
CREATE INDEX seen_plate_folded_idx ON public.seen_plate USING gin (folded gin_trgm_ops) WITH (gin_pending_list_limit='512');
CREATE INDEX seen_plate_head_idx ON public.seen_plate USING btree (head, plate);
CREATE INDEX seen_plate_middle_idx ON public.seen_plate USING btree (middle, plate);
CREATE INDEX seen_plate_tail_idx ON public.seen_plate USING btree (tail, plate);

create table segment (
  id bigint not null generated as identity,
  camera_id uuid not null,
  stream text not null,
  start_ts timestamp with time zone not null,
  precise_start_ts timestamp with time zone not null,
  duration_ms integer not null,
  end_ts timestamp with time zone not null,
  storage_id uuid not null,
  tier text not null default 'live'::text,
  path text not null,
  size_bytes bigint not null,
  parameter_hash text not null,
  has_motion boolean not null default false,
  motion_grid bit(576),
  constraint segment_pkey PRIMARY KEY (id),
  constraint segment_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id),
  constraint segment_storage_id_fkey FOREIGN KEY (storage_id) REFERENCES storage(id),
  constraint segment_check CHECK ((end_ts >= start_ts)),
  constraint segment_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint segment_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= '9007199254740991'::bigint))),
  constraint segment_stream_check CHECK ((stream = ANY (ARRAY['main'::text, 'sub'::text]))),
  constraint segment_tier_check CHECK ((tier = ANY (ARRAY['live'::text, 'archive'::text])))
);
CREATE UNIQUE INDEX segment_file_key ON public.segment USING btree (storage_id, path);
CREATE UNIQUE INDEX segment_key ON public.segment USING btree (camera_id, stream, start_ts);
CREATE INDEX segment_place_oldest_idx ON public.segment USING btree (camera_id, storage_id, tier, end_ts, id);
CREATE TRIGGER segment_counted_in AFTER INSERT ON public.segment REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_segments_in();
CREATE TRIGGER segment_counted_out AFTER DELETE ON public.segment REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_segments_out();
CREATE TRIGGER segment_gone AFTER DELETE ON public.segment REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_footage_gone();
CREATE TRIGGER segment_recounted AFTER UPDATE ON public.segment REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION recount_segments();
CREATE TRIGGER segment_rerun AFTER UPDATE ON public.segment REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rerun_segments();
CREATE TRIGGER segment_runs_in AFTER INSERT ON public.segment REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION run_segments_in();
CREATE TRIGGER segment_runs_out AFTER DELETE ON public.segment REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION run_segments_out();

create table server_settings (
  singleton boolean not null default true,
  clip_overview_seconds integer not null default 30,
  clip_pre_roll_seconds integer not null default 2,
  event_retention_days integer,
  sharing_enabled boolean not null default false,
  constraint server_settings_pkey PRIMARY KEY (singleton),
  constraint server_settings_clip_overview_seconds_check CHECK (((clip_overview_seconds >= 10) AND (clip_overview_seconds <= 30))),
  constraint server_settings_clip_pre_roll_seconds_check CHECK (((clip_pre_roll_seconds >= 0) AND (clip_pre_roll_seconds <= 9))),
  constraint server_settings_event_retention_days_check CHECK (((event_retention_days >= 1) AND (event_retention_days <= 3650))),
  constraint server_settings_singleton_check CHECK (singleton)
);
CREATE TRIGGER footage_changed AFTER UPDATE ON public.server_settings FOR EACH STATEMENT EXECUTE FUNCTION notify_footage_changed();

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

create table share (
  id uuid not null default gen_random_uuid(),
  token_digest bytea not null,
  kind text not null,
  subject_id uuid not null,
  camera_ids uuid[] not null,
  camera_names text[] not null,
  start_ts timestamp with time zone not null,
  end_ts timestamp with time zone not null,
  needs text[] not null,
  created_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  password_hash text,
  revoked_at timestamp with time zone,
  open_count integer not null default 0,
  last_opened_at timestamp with time zone,
  constraint share_pkey PRIMARY KEY (id),
  constraint share_created_by_fkey FOREIGN KEY (created_by) REFERENCES app_user(id) ON DELETE SET NULL,
  constraint share_camera_ids_check CHECK ((cardinality(camera_ids) > 0)),
  constraint share_kind_check CHECK ((kind = ANY (ARRAY['clip'::text, 'export'::text]))),
  constraint share_token_digest_check CHECK ((length(token_digest) = 32))
);
CREATE INDEX share_created_by_idx ON public.share USING btree (created_by);
CREATE INDEX share_list_idx ON public.share USING btree (created_at, id);
CREATE UNIQUE INDEX share_token_digest_key ON public.share USING btree (token_digest);

create table share_opening (
  id bigint not null generated as identity,
  share_id uuid not null,
  opened_at timestamp with time zone not null,
  client_address text,
  user_agent text,
  constraint share_opening_pkey PRIMARY KEY (id),
  constraint share_opening_share_id_fkey FOREIGN KEY (share_id) REFERENCES share(id) ON DELETE CASCADE
);
CREATE INDEX share_opening_share_idx ON public.share_opening USING btree (share_id, opened_at DESC);

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
CREATE TRIGGER cameras_changed AFTER INSERT OR DELETE OR UPDATE ON public.storage FOR EACH STATEMENT EXECUTE FUNCTION notify_cameras_changed();

create table storage_sample (
  storage_id uuid not null,
  step_seconds integer not null,
  ts timestamp with time zone not null,
  free_bytes bigint not null,
  constraint storage_sample_pkey PRIMARY KEY (storage_id, step_seconds, ts),
  constraint storage_sample_storage_id_fkey FOREIGN KEY (storage_id) REFERENCES storage(id) ON DELETE CASCADE,
  constraint storage_sample_free_bytes_check CHECK (((free_bytes >= 0) AND (free_bytes <= '9007199254740991'::bigint))),
  constraint storage_sample_step_seconds_check CHECK ((step_seconds = ANY (ARRAY[60, 3600])))
);
CREATE INDEX storage_sample_age_idx ON public.storage_sample USING btree (step_seconds, ts);

create table storage_status (
  storage_id uuid not null,
  state text not null,
  detail text,
  prune_stopped_at timestamp with time zone,
  prune_approved_at timestamp with time zone,
  marker uuid,
  free_bytes bigint,
  total_bytes bigint,
  pending_bytes bigint not null default 0,
  updated_at timestamp with time zone not null,
  constraint storage_status_pkey PRIMARY KEY (storage_id),
  constraint storage_status_storage_id_fkey FOREIGN KEY (storage_id) REFERENCES storage(id) ON DELETE CASCADE,
  constraint storage_status_state_check CHECK ((state = ANY (ARRAY['ok'::text, 'missing'::text, 'foreign'::text, 'unwritable'::text, 'no_links'::text, 'full'::text])))
);
CREATE TRIGGER storage_status_noted_insert AFTER INSERT ON public.storage_status REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('storage', 'storage_id');
CREATE TRIGGER storage_status_noted_update AFTER UPDATE ON public.storage_status REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('storage', 'storage_id');

create table stream_facts (
  camera_id uuid not null,
  stream text not null,
  codec text not null,
  codec_string text,
  width integer,
  height integer,
  fps double precision,
  audio_codec text,
  seen_at timestamp with time zone not null,
  constraint stream_facts_pkey PRIMARY KEY (camera_id, stream),
  constraint stream_facts_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint stream_facts_codec_check CHECK ((codec = ANY (ARRAY['h264'::text, 'h265'::text, 'other'::text]))),
  constraint stream_facts_stream_check CHECK ((stream = ANY (ARRAY['main'::text, 'sub'::text])))
);

create table stream_state_change (
  id bigint not null generated as identity,
  camera_id uuid not null,
  stream text not null,
  ts timestamp with time zone not null,
  reason text,
  maintenance_until timestamp with time zone,
  constraint stream_state_change_pkey PRIMARY KEY (id),
  constraint stream_state_change_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint stream_state_change_check CHECK (((maintenance_until IS NULL) OR (reason = ANY (ARRAY['offline'::text, 'stalled'::text])))),
  constraint stream_state_change_reason_check CHECK ((reason = ANY (ARRAY['idle'::text, 'offline'::text, 'stalled'::text, 'disk_full'::text, 'storage_missing'::text, 'off'::text, 'clock_step'::text]))),
  constraint stream_state_change_stream_check CHECK ((stream = ANY (ARRAY['main'::text, 'sub'::text])))
);
CREATE INDEX stream_state_change_idx ON public.stream_state_change USING btree (camera_id, stream, ts);

create table stream_status (
  camera_id uuid not null,
  stream text not null,
  state text not null,
  detail text,
  since timestamp with time zone not null,
  bitrate_bps bigint,
  last_segment_end_ts timestamp with time zone,
  segment_lag_ms integer,
  restarts integer not null default 0,
  codecs text,
  width integer,
  height integer,
  fps double precision,
  audio_codec text,
  updated_at timestamp with time zone not null,
  constraint stream_status_pkey PRIMARY KEY (camera_id, stream),
  constraint stream_status_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint stream_status_state_check CHECK ((state = ANY (ARRAY['recording'::text, 'idle'::text, 'connecting'::text, 'offline'::text, 'rejected'::text, 'stalled'::text, 'disk_full'::text, 'storage_missing'::text, 'off'::text]))),
  constraint stream_status_stream_check CHECK ((stream = ANY (ARRAY['main'::text, 'sub'::text])))
);
CREATE TRIGGER stream_status_noted_insert AFTER INSERT ON public.stream_status REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('stream');
CREATE TRIGGER stream_status_noted_update AFTER UPDATE ON public.stream_status REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('stream');

create table system_event (
  id uuid not null default gen_random_uuid(),
  event_key text not null,
  camera_id uuid,
  ts timestamp with time zone not null,
  detail text not null,
  data jsonb not null default '{}'::jsonb,
  plate_read_id uuid,
  muted_by text,
  recorded_at timestamp with time zone not null default now(),
  constraint system_event_pkey PRIMARY KEY (id),
  constraint system_event_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint system_event_plate_read_id_fkey FOREIGN KEY (plate_read_id) REFERENCES plate_read(id) ON DELETE SET NULL,
  constraint system_event_detail_check CHECK ((length(detail) <= 4000)),
  constraint system_event_event_key_check CHECK (((length(event_key) >= 1) AND (length(event_key) <= 100))),
  constraint system_event_muted_by_check CHECK ((muted_by = ANY (ARRAY['disabled'::text, 'snoozed'::text, 'maintenance'::text, 'boot-grace'::text, 'quiet-hours'::text, 'cooldown'::text])))
);
CREATE INDEX system_event_camera_id_idx ON public.system_event USING btree (camera_id);
CREATE UNIQUE INDEX system_event_plate_read_key ON public.system_event USING btree (plate_read_id) WHERE (plate_read_id IS NOT NULL);
CREATE INDEX system_event_recorded_idx ON public.system_event USING btree (recorded_at DESC);
CREATE INDEX system_event_ts_idx ON public.system_event USING btree (ts DESC, id DESC);
CREATE TRIGGER system_event_noted_insert AFTER INSERT ON public.system_event REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION notify_changes('system_event', 'id');

create table system_event_mark (
  user_id uuid not null,
  seen_until timestamp with time zone not null,
  constraint system_event_mark_pkey PRIMARY KEY (user_id),
  constraint system_event_mark_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);

create table user_camera (
  user_id uuid not null,
  camera_id uuid not null,
  constraint share_user_camera_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint user_camera_pkey PRIMARY KEY (user_id, camera_id),
  constraint user_camera_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE,
  constraint user_camera_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id) ON DELETE CASCADE
);
CREATE INDEX user_camera_camera_id_idx ON public.user_camera USING btree (camera_id);
CREATE TRIGGER access_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_camera FOR EACH STATEMENT EXECUTE FUNCTION notify_access_changed();
CREATE CONSTRAINT TRIGGER share_user_camera_changed AFTER DELETE ON public.user_camera DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revoke_forbidden_shares();

create table video_conversion (
  camera_id uuid not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint video_conversion_pkey PRIMARY KEY (camera_id, started_at),
  constraint video_conversion_camera_id_fkey FOREIGN KEY (camera_id) REFERENCES camera(id) ON DELETE CASCADE
);

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

CREATE OR REPLACE FUNCTION public.add_to_runs(at_camera uuid, at_stream text, of_kind text, spans tstzmultirange)
 RETURNS void
 LANGUAGE plpgsql
 STRICT
AS $function$
declare
  padding constant interval := run_padding(of_kind);
  island tstzrange;
  run record;
  touched integer;
  hull_start timestamptz;
  hull_end timestamptz;
begin
  for island in select unnest(padded(spans, padding)) loop
    touched := 0;
    hull_start := lower(island);
    hull_end := upper(island) - padding;
    -- Runs are disjoint, so walking back from the newest ends at the first that is too old to touch.
    for run in
      select start_ts, end_ts from footage_run
       where camera_id = at_camera and stream = at_stream and kind = of_kind and start_ts <= upper(island)
       order by start_ts desc
    loop
      exit when run.end_ts + padding < lower(island);
      touched := touched + 1;
      hull_start := least(hull_start, run.start_ts);
      hull_end := greatest(hull_end, run.end_ts);
    end loop;
    -- What the recorder does every few seconds: the newest run grows in place.
    update footage_run set end_ts = hull_end
     where touched = 1 and camera_id = at_camera and stream = at_stream and kind = of_kind and start_ts = hull_start;
    continue when found;
    delete from footage_run
     where touched > 0 and camera_id = at_camera and stream = at_stream and kind = of_kind
       and start_ts between hull_start and hull_end;
    insert into footage_run (camera_id, stream, kind, start_ts, end_ts)
      values (at_camera, at_stream, of_kind, hull_start, hull_end);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.change_runs(at_camera uuid, at_stream text, footage_out tstzmultirange, motion_out tstzmultirange, footage_in tstzmultirange, motion_in tstzmultirange, reach interval)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform take_from_runs(at_camera, at_stream, 'footage', footage_out, reach);
  perform take_from_runs(at_camera, at_stream, 'motion', motion_out, reach);
  perform take_from_runs(at_camera, at_stream, 'wide_footage', footage_out, reach);
  perform take_from_runs(at_camera, at_stream, 'wide_motion', motion_out, reach);
  perform add_to_runs(at_camera, at_stream, 'footage', footage_in);
  perform add_to_runs(at_camera, at_stream, 'motion', motion_in);
  perform add_to_runs(at_camera, at_stream, 'wide_footage', footage_in);
  perform add_to_runs(at_camera, at_stream, 'wide_motion', motion_in);
end
$function$;

CREATE OR REPLACE FUNCTION public.count_plate_reads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update plate_storage
     set reads = plate_storage.reads + more.reads, crops = plate_storage.crops + more.crops,
         crop_bytes = crop_bytes + more.bytes
    from (select count(*) as reads, count(crop_bytes) as crops, coalesce(sum(crop_bytes), 0) as bytes from added) more
   where slot = pg_backend_pid() % 16 and more.reads > 0;
  insert into seen_plate (plate, reads) select plate, count(*) from added group by plate order by plate
  on conflict (plate) do update set reads = seen_plate.reads + excluded.reads;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_segments_in()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into footage_counter as counter (camera_id, storage_id, tier, segments, bytes)
    select camera_id, storage_id, tier, count(*), sum(size_bytes) from new_rows group by camera_id, storage_id, tier
    order by camera_id, storage_id, tier
  on conflict (camera_id, storage_id, tier)
    do update set segments = counter.segments + excluded.segments, bytes = counter.bytes + excluded.bytes;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.count_segments_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update footage_counter counter
     set segments = counter.segments - gone.segments, bytes = counter.bytes - gone.bytes
    from (select camera_id, storage_id, tier, count(*) as segments, sum(size_bytes) as bytes from old_rows group by camera_id, storage_id, tier) gone
   where counter.camera_id = gone.camera_id and counter.storage_id = gone.storage_id and counter.tier = gone.tier;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.fold_look_alikes(plate text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN translate(plate, 'ODIBSZG'::text, '0018526'::text);

CREATE OR REPLACE FUNCTION public.lock_footage_extent(at_camera uuid, at_stream text, at_least_ms bigint)
 RETURNS interval
 LANGUAGE plpgsql
AS $function$
declare
  known_ms bigint;
begin
  select reach_ms into known_ms from footage_extent where camera_id = at_camera and stream = at_stream for update;
  if not found then
    insert into footage_extent (camera_id, stream, reach_ms) values (at_camera, at_stream, at_least_ms) on conflict do nothing;
    select reach_ms into known_ms from footage_extent where camera_id = at_camera and stream = at_stream for update;
  end if;
  if known_ms < at_least_ms then
    update footage_extent set reach_ms = at_least_ms where camera_id = at_camera and stream = at_stream;
  end if;
  return greatest(known_ms, at_least_ms) * interval '1 millisecond';
end
$function$;

CREATE OR REPLACE FUNCTION public.media_span(precise_start_ts timestamp with time zone, duration_ms integer)
 RETURNS tstzrange
 LANGUAGE sql
 STABLE
AS $function$
  select case when duration_ms > 0 then
    tstzrange(precise_start_ts, precise_start_ts + duration_ms * interval '1 millisecond', '[]') end
$function$;

CREATE OR REPLACE FUNCTION public.note_footage_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into footage_gone (camera_id, hour)
    select distinct old_rows.camera_id, spanned.hour from old_rows
     cross join lateral generate_series(date_trunc('hour', least(start_ts, precise_start_ts), 'UTC'), end_ts, interval '1 hour') as spanned (hour)
     order by 1, 2
  on conflict (camera_id, hour) do update set noted_at = excluded.noted_at;
  if found then
    perform pg_notify('footage_changed', '');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_video_conversion()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.convert_video then
    insert into video_conversion (camera_id, started_at) values (new.id, clock_timestamp());
  else
    update video_conversion set ended_at = clock_timestamp() where camera_id = new.id and ended_at is null;
  end if;
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

CREATE OR REPLACE FUNCTION public.notify_cameras_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('cameras_changed', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.notify_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.notify_event_raised()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('event_raised', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_export_queued()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('export_queued', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_footage_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('footage_changed', '');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.padded(spans tstzmultirange, padding interval)
 RETURNS tstzmultirange
 LANGUAGE sql
 STABLE
AS $function$
  select range_agg(tstzrange(lower(span), upper(span) + padding, '[]')) from unnest(spans) span
$function$;

CREATE OR REPLACE FUNCTION public.plate_piece(plate text, piece integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((length(plate) || ':'::text) || substr(fold_look_alikes(plate), (((length(plate) * piece) / 3) + 1), (((length(plate) * (piece + 1)) / 3) - ((length(plate) * piece) / 3))));

CREATE OR REPLACE FUNCTION public.recount_plate_reads()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update plate_storage
     set crops = plate_storage.crops + more.crops - gone.crops, crop_bytes = crop_bytes + more.bytes - gone.bytes
    from (select count(crop_bytes) as crops, coalesce(sum(crop_bytes), 0) as bytes from changed) more,
         (select count(crop_bytes) as crops, coalesce(sum(crop_bytes), 0) as bytes from unchanged) gone
   where slot = pg_backend_pid() % 16 and (more.crops, more.bytes) <> (gone.crops, gone.bytes);
  if not exists (select from changed join unchanged using (id) where changed.plate <> unchanged.plate) then return null; end if;
  perform from seen_plate where plate in (select plate from changed union select plate from unchanged) order by plate for update;
  insert into seen_plate (plate, reads) select plate, count(*) from changed group by plate order by plate
  on conflict (plate) do update set reads = seen_plate.reads + excluded.reads;
  update seen_plate set reads = seen_plate.reads - gone.reads
    from (select plate, count(*) as reads from unchanged group by plate) gone where seen_plate.plate = gone.plate;
  delete from seen_plate where plate in (select plate from unchanged) and reads = 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.recount_segments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update footage_counter counter
     set segments = counter.segments - gone.segments, bytes = counter.bytes - gone.bytes
    from (select camera_id, storage_id, tier, count(*) as segments, sum(size_bytes) as bytes from old_rows group by camera_id, storage_id, tier) gone
   where counter.camera_id = gone.camera_id and counter.storage_id = gone.storage_id and counter.tier = gone.tier;
  insert into footage_counter as counter (camera_id, storage_id, tier, segments, bytes)
    select camera_id, storage_id, tier, count(*), sum(size_bytes) from new_rows group by camera_id, storage_id, tier
    order by camera_id, storage_id, tier
  on conflict (camera_id, storage_id, tier)
    do update set segments = counter.segments + excluded.segments, bytes = counter.bytes + excluded.bytes;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.ts < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'entries of the audit log cannot be changed or deleted' using errcode = 'restrict_violation';
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

CREATE OR REPLACE FUNCTION public.rerun_segments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed record;
begin
  for changed in
    with moved as (
      select o.camera_id as old_camera, o.stream as old_stream, n.camera_id as new_camera, n.stream as new_stream,
             media_span(o.precise_start_ts, o.duration_ms) as old_span, media_span(n.precise_start_ts, n.duration_ms) as new_span,
             o.has_motion as had_motion, n.has_motion, segment_reach_ms(n.start_ts, n.precise_start_ts, n.duration_ms) as reach_ms,
             (o.camera_id, o.stream, o.start_ts, o.precise_start_ts, o.duration_ms)
               is distinct from (n.camera_id, n.stream, n.start_ts, n.precise_start_ts, n.duration_ms) as elsewhere
        from old_rows o join new_rows n using (id)
    )
    select camera_id, stream, max(reach_ms) as reach_ms,
           range_agg(old_span) filter (where elsewhere) as footage_out, range_agg(new_span) filter (where elsewhere) as footage_in,
           range_agg(old_span) filter (where had_motion) as motion_out, range_agg(new_span) filter (where has_motion) as motion_in
      from (
        select old_camera as camera_id, old_stream as stream, reach_ms, elsewhere, old_span, null::tstzrange as new_span, had_motion, false as has_motion
          from moved where elsewhere or had_motion <> has_motion
        union all
        select new_camera, new_stream, reach_ms, elsewhere, null, new_span, false, has_motion
          from moved where elsewhere or had_motion <> has_motion
      ) sides
     group by camera_id, stream order by camera_id, stream
  loop
    perform change_runs(changed.camera_id, changed.stream, changed.footage_out, changed.motion_out,
      changed.footage_in, changed.motion_in, lock_footage_extent(changed.camera_id, changed.stream, changed.reach_ms));
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.revoke_forbidden_shares()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update share set revoked_at = clock_timestamp() where revoked_at is null and not share_is_allowed(share);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.run_padding(kind text)
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when kind like 'wide\_%' then interval '15 minutes' else interval '1 second' end
$function$;

CREATE OR REPLACE FUNCTION public.run_segments_in()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  added record;
begin
  for added in
    select camera_id, stream, max(segment_reach_ms(start_ts, precise_start_ts, duration_ms)) as reach_ms,
           range_agg(media_span(precise_start_ts, duration_ms)) as footage,
           range_agg(media_span(precise_start_ts, duration_ms)) filter (where has_motion) as motion
      from new_rows group by camera_id, stream order by camera_id, stream
  loop
    perform change_runs(added.camera_id, added.stream, null, null, added.footage, added.motion,
      lock_footage_extent(added.camera_id, added.stream, added.reach_ms));
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.run_segments_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  taken record;
begin
  for taken in
    select camera_id, stream, range_agg(media_span(precise_start_ts, duration_ms)) as footage,
           range_agg(media_span(precise_start_ts, duration_ms)) filter (where has_motion) as motion
      from old_rows group by camera_id, stream order by camera_id, stream
  loop
    perform change_runs(taken.camera_id, taken.stream, taken.footage, taken.motion, null, null,
      lock_footage_extent(taken.camera_id, taken.stream, 0));
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.segment_reach_ms(start_ts timestamp with time zone, precise_start_ts timestamp with time zone, duration_ms integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ceil(abs(extract(epoch from precise_start_ts - start_ts)) * 1000)::bigint + duration_ms
$function$;

CREATE OR REPLACE FUNCTION public.share_is_allowed(shared share)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from app_user u join role r on r.id = u.role_id
     where u.id = shared.created_by
       and ('admin' = any (r.capabilities) or shared.needs <@ r.capabilities)
       and not exists (
         select from unnest(shared.camera_ids) as wanted (id)
          where not exists (
            select from camera_scope scope join camera on camera.id = scope.camera_id
             where scope.user_id = u.id and scope.camera_id = wanted.id and camera.removed_at is null)))
$function$;

CREATE OR REPLACE FUNCTION public.take_from_runs(at_camera uuid, at_stream text, of_kind text, spans tstzmultirange, reach interval)
 RETURNS void
 LANGUAGE plpgsql
 STRICT
AS $function$
declare
  padding constant interval := run_padding(of_kind);
  islands constant tstzmultirange := padded(spans, padding);
  island tstzrange;
  run record;
  whole tstzrange;
  gone tstzmultirange;
  survivors tstzmultirange;
begin
  for run in
    select start_ts, end_ts from footage_run
     where camera_id = at_camera and stream = at_stream and kind = of_kind and start_ts <= upper(islands)
     order by start_ts desc
  loop
    exit when run.end_ts + padding < lower(islands);
    whole := tstzrange(run.start_ts, run.end_ts + padding, '[]');
    select range_agg(one) into gone from unnest(islands) one where one <@ whole;
    continue when gone is null;
    survivors := '{}';
    -- One at a time, so that the planner sees how few segments lie between these bounds.
    for island in select unnest(gone) loop
      select survivors + coalesce(padded(range_agg(media_span(precise_start_ts, duration_ms)), padding), '{}') into survivors
        from segment
       where camera_id = at_camera and stream = at_stream
         and start_ts between lower(island) - reach - padding and upper(island) + reach
         and media_span(precise_start_ts, duration_ms) && tstzrange(lower(island) - padding, upper(island), '[]')
         and (has_motion or of_kind in ('footage', 'wide_footage'));
    end loop;
    delete from footage_run
     where camera_id = at_camera and stream = at_stream and kind = of_kind and start_ts = run.start_ts;
    -- Cut to the run: a segment of the same statement may reach further, and is added in its own turn.
    insert into footage_run (camera_id, stream, kind, start_ts, end_ts)
      select at_camera, at_stream, of_kind, lower(left_over), upper(left_over) - padding
        from unnest(survivors * tstzmultirange(whole) + (tstzmultirange(whole) - gone)) left_over
       where upper(left_over) - padding > lower(left_over);
  end loop;
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
  perform from seen_plate where plate in (select plate from removed) order by plate for update;
  update seen_plate set reads = seen_plate.reads - gone.reads
    from (select plate, count(*) as reads from removed group by plate) gone where seen_plate.plate = gone.plate;
  delete from seen_plate where plate in (select plate from removed) and reads = 0;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.visible_camera_ids(viewer uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return array(select camera_id from camera_scope where user_id = viewer);
end
$function$;
