import type { listWarnings } from '@holdfast/db';

type WarningRow = Awaited<ReturnType<typeof listWarnings>>[number];

export const presentWarning = ({ id, process, ts, level, message, cameraId, detail, count }: WarningRow) => ({
  id,
  process,
  ts: ts.toISOString(),
  level,
  message,
  camera_id: cameraId,
  detail,
  count,
});
