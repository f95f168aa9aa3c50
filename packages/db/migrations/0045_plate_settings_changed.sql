-- The cameras whose plates are read depend on this switch as well; whoever follows the cameras is notified instead of asking.
create trigger cameras_changed after update on lpr_config for each statement execute function notify_cameras_changed();
