-- Keeping footage from deletion is a right of its own. Roles that may export footage were trusted with it so far.
alter table role drop constraint role_capabilities_check;
alter table role add constraint role_capabilities_check
  check (capabilities <@ array['admin', 'view_plates', 'playback', 'clips', 'export', 'protect', 'actuators']);
update role set capabilities = capabilities || 'protect'::text
 where 'export' = any (capabilities) and not 'protect' = any (capabilities);
