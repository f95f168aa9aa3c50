/** Columns whose check or JSON shape says more than their SQL type. */
export const refinedColumns: Record<string, string> = {
  'camera.lpr_engine': 'LprEngine',
  'camera.lpr_zones': 'Json<Zones>',
  'camera.motion_mask': 'Json<Polygon[]>',
  'recording_policy.mode': "Behavior['mode']",
  'recording_policy.motion_sensitivity': "Behavior['motionSensitivity']",
  'recording_policy.origin': 'PolicyOrigin',
  'recording_policy.record_stream': "Behavior['recordStream']",
  'role.capabilities': 'Capability[]',
  'segment.stream': 'StreamName',
  'segment.tier': 'Tier',
  'footage_counter.tier': 'Tier',
  'stream_state_change.stream': 'StreamName',
  'stream_state_change.reason': 'GapReason',
  'footage_deletion.stream': 'StreamName',
  'footage_deletion.reason': 'GapReason',
  'stream_status.stream': 'StreamName',
  'stream_status.state': 'StreamState',
  'storage_status.state': 'StorageHealth',
  'camera.footage_fate': "'keep' | 'delete'",
  'footage_export.state': 'ExportState',
  'system_event.data': 'Json<Record<string, unknown>>',
};

/** Where names of the generated types come from. */
export const typeSources: Record<string, readonly string[]> = {
  '@holdfast/domain': [
    'Behavior',
    'Capability',
    'ExportState',
    'GapReason',
    'LprEngine',
    'PolicyOrigin',
    'StorageHealth',
    'StreamName',
    'StreamState',
    'Tier',
  ],
  './column-types.ts': ['Generated', 'GeneratedAlways', 'Json', 'Polygon', 'Timestamp', 'Zones'],
};
