import type { PlateReadRow } from '@holdfast/db';
import type { Judge } from './judge.ts';

export const presentRead = (read: PlateReadRow & { distance?: number }, judge: Judge) => ({
  id: read.id,
  camera_id: read.cameraId,
  ts: read.ts.toISOString(),
  plate: read.plate,
  plate_raw: read.plateRaw,
  confidence: read.confidence,
  region: read.region,
  vehicle: read.vehicle,
  bbox: read.bbox,
  source_id: read.sourceId,
  event_id: read.eventId,
  has_crop: read.hasCrop,
  alerted: read.alerted,
  watch: judge(read.plate),
  ...(read.distance !== undefined && { distance: read.distance }),
});
