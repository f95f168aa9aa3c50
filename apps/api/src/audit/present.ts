import type { AuditRow } from '@holdfast/db';

export const presentAuditEntry = (entry: AuditRow) => ({
  id: entry.id,
  ts: entry.ts.toISOString(),
  user_id: entry.userId,
  username: entry.username,
  client_address: entry.clientAddress,
  action: entry.action,
  object_id: entry.objectId,
  object_name: entry.objectName,
  camera_ids: entry.cameraIds,
  details: entry.details,
});
