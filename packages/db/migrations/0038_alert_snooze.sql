-- Quiet hours by weekday, and alerts that are snoozed: of one kind, or all.

alter table alert_rule
  -- Monday first, 1 where quiet hours begin on that day.
  add column quiet_days text not null default '1111111' check (quiet_days ~ '^[01]{7}$'),
  add column snoozed_until timestamptz;

create table alert_snooze (
  singleton boolean primary key default true check (singleton),
  snoozed_until timestamptz
);
insert into alert_snooze default values;

alter table system_event drop constraint system_event_muted_by_check;
alter table system_event add constraint system_event_muted_by_check
  check (muted_by in ('disabled', 'snoozed', 'maintenance', 'boot-grace', 'quiet-hours', 'cooldown'));
