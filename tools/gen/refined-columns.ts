/** Columns whose check or JSON shape says more than their SQL type. */
export const refinedColumns: Record<string, string> = {
  'alert_delivery.state': 'DeliveryState',
  'camera.lpr_engine': 'LprEngine',
  'camera.lpr_zones': 'Json<Zones>',
  'camera.motion_mask': 'Json<Polygon[]>',
  'event.lifecycle': 'EventLifecycle',
  'event.raw': 'Json<JsonObject>',
  'notification_channel.kind': 'AlertChannel',
  'pass_truth.plate': 'Plate',
  'plate_read.plate': 'Plate',
  'plate_read.vehicle': 'Json<JsonObject>',
  'recording_policy.mode': "Behavior['mode']",
  'recording_policy.motion_sensitivity': "Behavior['motionSensitivity']",
  'recording_policy.origin': 'PolicyOrigin',
  'recording_policy.record_stream': "Behavior['recordStream']",
  'role.capabilities': 'Capability[]',
  'system_event.data': 'Json<JsonObject>',
  'system_event.muted_by': 'MuteReason',
  'watchlist_entry.kind': 'WatchlistKind',
  'watchlist_entry.plate': 'Plate',
};

/** Where names of the generated types come from. */
export const typeSources: Record<string, readonly string[]> = {
  '@holdfast/domain': [
    'AlertChannel',
    'Behavior',
    'Capability',
    'EventLifecycle',
    'LprEngine',
    'MuteReason',
    'Plate',
    'PolicyOrigin',
  ],
  './column-types.ts': [
    'DeliveryState',
    'Generated',
    'GeneratedAlways',
    'Json',
    'JsonObject',
    'Polygon',
    'Timestamp',
    'WatchlistKind',
    'Zones',
  ],
};
