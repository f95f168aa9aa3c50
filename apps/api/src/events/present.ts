import type { EventRow, SystemEventRow } from '@holdfast/db';
import { presentEventFor } from '../alerts/event-words.ts';

/** Without the capability to see plates, the plate text of an event is removed. */
export const presentEvent = (event: EventRow, seesPlates: boolean) => ({
  id: event.id,
  camera_id: event.cameraId,
  source_id: event.sourceId,
  ts: event.ts.toISOString(),
  end_ts: event.endTs?.toISOString() ?? null,
  updated_at: event.updatedAt.toISOString(),
  lifecycle: event.lifecycle,
  label: event.label,
  sub_label: event.recognizedPlate === null || seesPlates ? event.subLabel : null,
  score: event.score,
  top_score: event.topScore,
  zones: event.zones,
  box: event.box,
  ...(seesPlates && { recognized_plate: event.recognizedPlate, raw: event.raw }),
});

export const presentSystemEvent = (event: SystemEventRow, isAdmin: boolean) => ({
  id: event.id,
  event_key: event.eventKey,
  camera_id: event.cameraId,
  camera_name: event.cameraName,
  ts: event.ts.toISOString(),
  recorded_at: event.recordedAt.toISOString(),
  ...presentEventFor(event, isAdmin),
  muted_by: event.mutedBy,
});
