import { MAX_EXPORT_HOURS } from '@holdfast/contract';
import { type Conn, exportLoad, insertExport, listExportableCameras, lockFor } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import { invalidField, Problem } from '../http/problem.ts';
import { EXPORT_LIFE_MS } from './export-work.ts';
import { expectedBytes, MAX_EXPORT_SEGMENTS } from './plan-camera.ts';

export interface ExportRequest {
  userId: string;
  cameraIds: readonly string[];
  start: string;
  end: string;
  burnClock: boolean;
  audio: boolean;
  /** Of a time-lapse. */
  speed: number | null;
}

/** Total size of finished and queued exports: they share their disk with footage. */
const MAX_BYTES = 100 * 1024 ** 3;
const MAX_WAITING_PER_USER = 10;
const HOUR_MS = 3_600_000;

/** Queues an export, or refuses with the reason. */
export async function requestExport(tx: Conn, request: ExportRequest, nowMs: number): Promise<string> {
  const { userId, burnClock, speed } = request;
  const { start, end } = rangeOf(request, nowMs);
  const cameraIds = [...new Set(request.cameraIds.map((id) => id.toLowerCase()))];
  const found = await listExportableCameras(tx, { userId, cameraIds, start, end });
  if (found.length < cameraIds.length) throw new Problem('not-found');
  if (found.every(({ segments }) => segments === 0)) throw new Problem('no-footage');
  if (found.some(({ segments }) => segments > MAX_EXPORT_SEGMENTS))
    throw new Problem('range-too-long', { reason: reasonCode('too-many-segments', { limit: MAX_EXPORT_SEGMENTS }) });
  await lockFor(tx, 'exports');
  const load = await exportLoad(tx, userId);
  const sizeBytes = expectedBytes(
    found.reduce((sum, { bytes }) => sum + bytes, 0),
    speed,
  );
  if (load.waitingOfUser >= MAX_WAITING_PER_USER)
    throw new Problem('exports-full', {
      reason: reasonCode('too-many-queued-exports', { limit: MAX_WAITING_PER_USER }),
    });
  if (load.bytes + sizeBytes > MAX_BYTES)
    throw new Problem('exports-full', {
      reason: reasonCode('exports-over-limit', {
        size_bytes: sizeBytes,
        limit_bytes: MAX_BYTES,
        used_bytes: load.bytes,
      }),
    });
  const nameOf = new Map(found.map(({ id, name }) => [id, name]));
  return insertExport(tx, {
    createdBy: userId,
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + EXPORT_LIFE_MS),
    startTs: start,
    endTs: end,
    burnClock,
    audio: request.audio && speed === null,
    speed,
    sizeBytes,
    cameras: cameraIds.map((id) => ({ id, name: nameOf.get(id) ?? '' })),
  });
}

/** The range up to now; a reversed, too long or future one is refused. */
function rangeOf({ start, end }: { start: string; end: string }, nowMs: number): { start: Date; end: Date } {
  const [startMs, endMs] = [Date.parse(start), Date.parse(end)];
  if (endMs <= startMs) throw invalidField('/end', reasonCode('end-before-start'));
  if (startMs >= nowMs) throw invalidField('/start', reasonCode('in-the-future'));
  if (endMs - startMs > MAX_EXPORT_HOURS * HOUR_MS)
    throw invalidField('/end', reasonCode('range-too-many-hours', { limit: MAX_EXPORT_HOURS }));
  return { start: new Date(startMs), end: new Date(Math.min(endMs, nowMs)) };
}
