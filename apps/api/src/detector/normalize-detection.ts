import type { Detection } from '@holdfast/detector';
import { type NormalizedEvent, PLATE_LABEL, type RecognizedPlate } from '@holdfast/domain';

export interface NormalizedDetection {
  /** Without its plate: only the plate ingester decides whether that is stored. */
  event: NormalizedEvent;
  plated: (NormalizedEvent & { plate: RecognizedPlate }) | undefined;
}

export function normalizeDetection(
  detection: Detection,
  { cameraId, sourceId, httpBaseUrl }: { cameraId: string; sourceId: string; httpBaseUrl: string | null },
): NormalizedDetection {
  const { providerEventId, plate, raw, label, subLabel } = detection;
  const snapshotUrl =
    httpBaseUrl !== null && detection.hasSnapshot
      ? `${httpBaseUrl.replace(/\/+$/, '')}/api/events/${encodeURIComponent(providerEventId)}/snapshot.jpg`
      : null;
  const event: NormalizedEvent = {
    sourceId,
    providerEventId,
    cameraId,
    tsMs: detection.tsMs,
    endTsMs: detection.endTsMs,
    lifecycle: detection.lifecycle,
    label,
    subLabel: label === PLATE_LABEL || subLabel === plate?.text ? null : subLabel,
    score: detection.score,
    topScore: detection.topScore,
    zones: detection.zones,
    box: detection.box,
    snapshotUrl,
    raw: plate === null ? raw : withoutPlate(raw),
    plate: null,
  };
  return { event, plated: plate === null ? undefined : { ...event, subLabel, raw, plate } };
}

function withoutPlate(raw: Record<string, unknown>): Record<string, unknown> {
  const { recognized_license_plate: _, recognized_license_plate_score: __, sub_label: ___, data: ____, ...rest } = raw;
  return rest;
}
