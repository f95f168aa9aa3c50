-- Footage whose files were taken from the disk by somebody else has a reason of its own. Until now its gaps were
-- explained as a missing storage, although the storage was there.
alter table footage_deletion drop constraint footage_deletion_reason_check;
update footage_deletion set reason = 'vanished' where reason = 'storage_missing';
alter table footage_deletion add constraint footage_deletion_reason_check check (reason in ('retention', 'evicted', 'vanished'));
