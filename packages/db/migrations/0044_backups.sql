-- Backups that the server makes itself: their schedule, and what became of the last ones.

create table backup_schedule (
  singleton boolean primary key default true check (singleton),
  enabled boolean not null default false,
  minute_of_day integer not null default 195 check (minute_of_day between 0 and 1439),
  -- Monday first.
  days text not null default '1111111' check (days ~ '^[01]{7}$' and days like '%1%'),
  keep integer not null default 7 check (keep between 1 and 60),
  -- Times before it are not made up for.
  changed_at timestamptz not null default now()
);
insert into backup_schedule default values;

create table backup_run (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('manual', 'schedule')),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  queued_at timestamptz not null,
  ended_at timestamptz,
  file_name text,
  size_bytes bigint check (size_bytes between 0 and 9007199254740991),
  error text check (length(error) <= 1000)
);
-- One at a time.
create unique index backup_run_active_key on backup_run ((true)) where state in ('queued', 'running');
