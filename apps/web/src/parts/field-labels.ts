import type { MessageKey } from '../i18n/i18n.tsx';

/** The labels of the console for the fields of the API. */
const labels = {
  username: 'access.username',
  password: 'access.password',
  current_password: 'account.currentPassword',
  new_password: 'account.newPassword',
  role_id: 'people.role',
  camera_id: 'bookmarks.camera',
  camera_ids: 'exports.cameras',
  name: 'camera.name',
  label: 'bookmarks.label',
  note: 'bookmarks.note',
  start: 'range.start',
  end: 'range.end',
  path: 'storages.path',
  main_url: 'camera.mainUrl',
  sub_url: 'camera.subUrl',
  record_audio: 'policy.audio',
  convert_video: 'camera.convert',
  mode: 'policy.mode',
  schedule: 'policy.schedule',
  live_storage_id: 'policy.liveStorage',
  live_retention_hours: 'policy.keep',
  live_max_bytes: 'policy.budget',
  min_free_bytes: 'policy.minFree',
  max_retention_days: 'policy.maxDays',
  archive_enabled: 'policy.archive',
  archive_storage_id: 'policy.archiveStorage',
  archive_after_hours: 'policy.archiveAfter',
  archive_retention_hours: 'policy.archiveKeep',
  archive_max_bytes: 'policy.archiveBudget',
  motion_pre_seconds: 'policy.before',
  motion_post_seconds: 'policy.after',
  motion_pixel_enabled: 'motion.motion_pixel_enabled',
  motion_camera_enabled: 'motion.motion_camera_enabled',
  motion_detector_enabled: 'motion.motion_detector_enabled',
  motion_hub_enabled: 'motion.motion_hub_enabled',
  engine: 'camera.engine',
  min_confidence: 'camera.confidence',
  zones: 'camera.zones',
  retention: 'plates.retention',
} as const satisfies Record<string, MessageKey>;

/** Undefined for a field that no form of the console has: an API name means nothing to people. */
export const fieldLabel = (name: string): (typeof labels)[keyof typeof labels] | undefined =>
  Object.hasOwn(labels, name) ? labels[name as keyof typeof labels] : undefined;
