-- A restart of the recorder that an administrator asked for. It stays until the recorder has taken it or was started anyway.

create table recorder_restart (
  singleton boolean primary key default true check (singleton),
  requested_at timestamptz,
  requested_by uuid references app_user (id) on delete set null,
  -- By the clock of the recorder.
  taken_at timestamptz
);
insert into recorder_restart default values;

-- Whether this run ended because of such a request: the gap until the next one has that reason.
alter table recorder_run add column restart boolean not null default false;
