-- Set for a time-lapse: how many times as fast as the footage it is.
alter table footage_export add column speed integer check (speed between 2 and 1000);
