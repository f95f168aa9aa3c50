import type { listVisibleClips } from '@holdfast/db';
import { type ClipSettings, clipSeconds, clipWindow } from '@holdfast/domain';

type Row = Awaited<ReturnType<typeof listVisibleClips>>[number];

export function presentClip(row: Row, { settings, nowMs }: { settings: ClipSettings; nowMs: number }) {
  const window = clipWindow(
    { kind: row.kind, startMs: row.ts.getTime(), endMs: row.endTs?.getTime() ?? null },
    settings,
    nowMs,
  );
  const address = `/clip/${row.id}`;
  return {
    id: row.id,
    camera_id: row.cameraId,
    camera_name: row.cameraName,
    kind: row.kind,
    label: row.label,
    sub_label: row.subLabel,
    score: row.score,
    source_id: row.sourceId,
    zones: row.zones,
    start_ts: row.ts.toISOString(),
    end_ts: row.endTs?.toISOString() ?? null,
    duration_seconds: clipSeconds(window, nowMs),
    ongoing: window.isOngoing,
    has_footage: row.hasFootage,
    thumbnail_url: `${address}/thumbnail.jpg`,
    preview_url: `${address}/clip.mp4?q=preview`,
    full_url: `${address}/clip.mp4?q=full`,
    viewed: row.viewed,
  };
}
