-- Links with which people without an account watch one clip or export.
alter table server_settings add column sharing_enabled boolean not null default false;

create table share (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the link's token. The token itself is stored nowhere.
  token_digest bytea not null check (length(token_digest) = 32),
  kind text not null check (kind in ('clip', 'export')),
  -- That of the clip or export. No reference: a link whose subject is gone stays listed, with its openings.
  subject_id uuid not null,
  -- All cameras it shows. No reference either: a camera that is removed ends the link.
  camera_ids uuid[] not null check (cardinality(camera_ids) > 0),
  camera_names text[] not null,
  start_ts timestamptz not null,
  end_ts timestamptz not null,
  -- Capabilities that its creator must keep.
  needs text[] not null,
  -- Null once that user was deleted: then only administrators see it.
  created_by uuid references app_user (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  password_hash text,
  revoked_at timestamptz,
  open_count integer not null default 0,
  last_opened_at timestamptz
);
create unique index share_token_digest_key on share (token_digest);
create index share_list_idx on share (created_at, id);
create index share_created_by_idx on share (created_by);

-- Each time that somebody opened a link.
create table share_opening (
  id bigint generated always as identity primary key,
  share_id uuid not null references share (id) on delete cascade,
  opened_at timestamptz not null,
  client_address text,
  user_agent text
);
create index share_opening_share_idx on share_opening (share_id, opened_at desc);

-- Whether its creator may still do what it needs with all of its cameras, none of which was removed.
create function share_is_allowed(shared share) returns boolean language sql stable as $$
  select exists (
    select from app_user u join role r on r.id = u.role_id
     where u.id = shared.created_by
       and ('admin' = any (r.capabilities) or shared.needs <@ r.capabilities)
       and not exists (
         select from unnest(shared.camera_ids) as wanted (id)
          where not exists (
            select from camera_scope scope join camera on camera.id = scope.camera_id
             where scope.user_id = u.id and scope.camera_id = wanted.id and camera.removed_at is null)))
$$;

-- A right that is lost ends a link for good: it does not come back when the right does.
create function revoke_forbidden_shares() returns trigger language plpgsql as $$
begin
  update share set revoked_at = clock_timestamp() where revoked_at is null and not share_is_allowed(share);
  return null;
end
$$;

-- Deferred: a list of cameras is replaced by deleting and inserting it in one transaction.
create constraint trigger share_user_changed after update or delete on app_user
  deferrable initially deferred for each row execute function revoke_forbidden_shares();
create constraint trigger share_role_changed after update on role
  deferrable initially deferred for each row execute function revoke_forbidden_shares();
create constraint trigger share_role_camera_changed after delete on role_camera
  deferrable initially deferred for each row execute function revoke_forbidden_shares();
create constraint trigger share_user_camera_changed after delete on user_camera
  deferrable initially deferred for each row execute function revoke_forbidden_shares();
create constraint trigger share_camera_removed after update of removed_at or delete on camera
  deferrable initially deferred for each row execute function revoke_forbidden_shares();
