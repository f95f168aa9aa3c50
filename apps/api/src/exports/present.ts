import { reasonBody } from '@holdfast/contract';
import type { ExportRow } from '@holdfast/db';
import { reasonText } from '@holdfast/domain';

/** An expired export is gone even before its files are deleted. */
export const stateOf = ({ state, expiresAt }: ExportRow, nowMs: number): ExportRow['state'] =>
  state === 'done' && expiresAt.getTime() <= nowMs ? 'expired' : state;

export function presentExport(row: ExportRow, nowMs: number) {
  const state = stateOf(row, nowMs);
  return {
    id: row.id,
    state,
    progress: row.progress,
    failure: row.failure === null ? null : reasonText(row.failure),
    failure_reason: reasonBody(row.failure),
    cameras: row.cameras ?? [],
    start: row.startTs.toISOString(),
    end: row.endTs.toISOString(),
    burn_clock: row.burnClock,
    audio: row.audio,
    speed: row.speed,
    file:
      state === 'done' && row.fileName !== null && row.mediaType !== null
        ? { name: row.fileName, media_type: row.mediaType, size_bytes: row.sizeBytes }
        : null,
    created_by: row.createdBy === null || row.username === null ? null : { id: row.createdBy, username: row.username },
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    expires_at: row.expiresAt.toISOString(),
  };
}
