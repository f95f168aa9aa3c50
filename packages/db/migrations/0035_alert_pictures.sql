alter table notification_channel
  -- A picture of the clip of what an alert is about: one, or a moving one.
  add column attach_clip text not null default 'none' check (attach_clip in ('none', 'thumbnail', 'moving')),
  -- An administrator confirmed that pictures of plates may be sent to this host outside private networks.
  add column plates_outside_confirmed boolean not null default false;
