-- Who did what, from where and when. Entries are only ever added; they can be deleted once they are 365 days old.
create table audit_entry (
  id uuid primary key default gen_random_uuid(),
  ts timestamptz not null,
  -- No references anywhere: an entry outlives whom and what it names. Null if nobody was signed in.
  user_id uuid,
  username text,
  client_address text,
  action text not null check (length(action) between 1 and 60),
  object_id text,
  object_name text,
  camera_ids uuid[] not null default '{}',
  details jsonb not null default '{}',
  -- What is noted once for a span of time has its key here.
  span_key text
);
create unique index audit_entry_span_key on audit_entry (span_key);
create index audit_entry_list_idx on audit_entry (ts, id);
create index audit_entry_user_idx on audit_entry (user_id, ts, id);
create index audit_entry_action_idx on audit_entry (action, ts, id);
create index audit_entry_camera_idx on audit_entry using gin (camera_ids);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.ts < now() - interval '365 days' then
    return old;
  end if;
  raise exception 'entries of the audit log cannot be changed or deleted' using errcode = 'restrict_violation';
end
$$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_audit_change();
