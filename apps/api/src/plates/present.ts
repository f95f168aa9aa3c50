import type { PlateReadRow } from '@holdfast/db';
import type { Lists } from '../watchlist/watchlists.ts';

/** What a read is judged by when it is shown: the watchlist as it is now. */
export interface Judge {
  lists: Lists;
  fuzz: number;
}

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
  watch: watchOf(read, judge),
  ...(read.distance !== undefined && { distance: read.distance }),
});

function watchOf(read: PlateReadRow, { lists, fuzz }: Judge) {
  const { hit } = lists.watch.bestHit({ read: read.plate, fuzz });
  if (!hit) return null;
  const { id, plate, label, color } = hit.entry;
  return { id, plate, label, color, distance: hit.distance };
}
