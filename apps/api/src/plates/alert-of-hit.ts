import type { NewRead, StoredRead, WatchlistRow } from '@holdfast/db';
import type { WatchlistHit } from '@holdfast/domain';
import type { NewAlert } from '../alerts/raise-alert.ts';

export function alertOfHit({
  read: { event, plate },
  hit: { entry, distance },
  stored,
  cameraName,
}: {
  read: NewRead;
  hit: WatchlistHit<WatchlistRow>;
  stored: StoredRead;
  cameraName: string;
}): NewAlert {
  const { id, label, color } = entry;
  return {
    eventKey: 'plate_watchlist_hit',
    cameraId: event.cameraId,
    tsMs: event.tsMs,
    detail: `Plate ${plate} was seen at ${cameraName}${label === null ? '' : ` (${label})`}.`,
    data: {
      plate_read_id: stored.id,
      plate,
      entry: { id, plate: entry.plate, label, color },
      distance,
      confidence: event.plate.confidence,
      bbox: stored.bbox,
      camera_id: event.cameraId,
    },
    plateReadId: stored.id,
  };
}
