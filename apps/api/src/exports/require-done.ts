import type { ExportRow } from '@holdfast/db';
import { type ExportState, type Reason, reasonCode, storedReason } from '@holdfast/domain';
import { Problem } from '../http/problem.ts';
import { stateOf } from './present.ts';

type Unfinished = Exclude<ExportState, 'done'>;
type Done = ExportRow & { [K in 'fileName' | 'mediaType' | 'manifest']: NonNullable<ExportRow[K]> };

const reasons: Record<Unfinished, Reason> = {
  queued: reasonCode('export-queued'),
  running: reasonCode('export-running'),
  failed: reasonCode('export-gave-up'),
  cancelled: reasonCode('export-cancelled'),
  expired: reasonCode('export-expired'),
};

/** The export with its file; one without is refused with what happened to it. */
export function requireDone(row: ExportRow, nowMs: number): Done {
  const state = stateOf(row, nowMs);
  const refused = (reason: Reason) => new Problem('export-not-ready', { reason });
  if (state === 'failed' && row.failure !== null) throw refused(storedReason(row.failure));
  if (state !== 'done') throw refused(reasons[state]);
  const { fileName, mediaType, manifest } = row;
  if (fileName === null || mediaType === null || manifest === null) throw refused(reasonCode('export-file-gone'));
  return { ...row, fileName, mediaType, manifest };
}
