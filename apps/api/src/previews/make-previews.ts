import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { lastSegmentBefore, listSegmentsAfter, type PreviewSegment } from '@holdfast/db';
import { restAfterMs, wantsPreview } from '@holdfast/domain';
import { type Clock, replaceFile, sleep } from '@holdfast/kit';
import { MAX_KEYFRAMES } from '@holdfast/media';
import { packOf } from './preview-packs.ts';
import type { PreviewDeps } from './previews.ts';

/** The share of one core that making previews may use, regardless of the backlog. */
const CORE_SHARE = 0.25;
const SEGMENTS_AT_A_TIME = 2_000;
/** After this time both streams of a moment are indexed. */
const SETTLE_MS = 20_000;
/** Older footage gets its previews when it is viewed. */
const LOOK_BACK_MS = 6 * 3_600_000;

export interface MakingDeps extends PreviewDeps {
  clock: Clock;
  dataDir: string;
}

/**
 * Makes the previews of new segments, in the order in which they were indexed. The last segment is kept in a file, so that
 * nothing is missed or made twice after a restart.
 */
export function createPreviewMaker(deps: MakingDeps) {
  const { db, clock, log, dataDir } = deps;
  const markPath = join(dataDir, 'previews', 'made-until');
  let mark: number | undefined;

  const readMark = async (): Promise<number> => {
    await mkdir(dirname(markPath), { recursive: true });
    const [old, newest] = await Promise.all(
      [clock.now() - LOOK_BACK_MS, clock.now() + LOOK_BACK_MS].map((ms) => lastSegmentBefore(db, new Date(ms))),
    );
    const stored = Number(await readFile(markPath, 'utf8').catch(() => ''));
    // After a restored backup ids begin again.
    return Number.isSafeInteger(stored) && stored <= (newest ?? 0) ? Math.max(stored, old ?? 0) : (old ?? 0);
  };

  const makeBatch = async (batch: readonly PreviewSegment[], signal: AbortSignal): Promise<void> => {
    const release = await deps.permits.acquire(signal);
    const beganMs = performance.now();
    try {
      await decodeBatch(deps, batch, signal);
    } finally {
      release();
    }
    await sleep(restAfterMs(performance.now() - beganMs, CORE_SHARE), signal);
  };

  return async (signal: AbortSignal): Promise<number> => {
    mark ??= await readMark();
    let made = 0;
    for (;;) {
      const rows = await listSegmentsAfter(db, { afterId: mark, most: SEGMENTS_AT_A_TIME });
      const fresh = rows.findIndex(({ endTs }) => endTs.getTime() > clock.now() - SETTLE_MS);
      const settled = fresh < 0 ? rows : rows.slice(0, fresh);
      const wanted = await wantedOf(
        deps,
        settled.filter(({ isSpare }) => !isSpare),
      );
      for (const batch of batchesOf(wanted)) {
        if (signal.aborted) return made;
        await makeBatch(batch, signal).catch((err: unknown) => {
          signal.throwIfAborted();
          log.warn({ err, camera_id: batch[0]?.cameraId }, 'could not make previews');
        });
        made += batch.length;
      }
      const last = settled.at(-1);
      if (last) {
        mark = last.id;
        await replaceFile(markPath, String(mark), { mode: 0o600 });
      }
      if (settled.length < SEGMENTS_AT_A_TIME) return made;
    }
  };
}

/** The segments that need a picture by the interval, and have none yet. */
async function wantedOf(
  { packs, settings }: MakingDeps,
  segments: readonly PreviewSegment[],
): Promise<PreviewSegment[]> {
  const wanted: PreviewSegment[] = [];
  const known = new Map<
    string,
    { segmentId: number; startMs: number; durationMs: number; offset: number; length: number }[]
  >();
  for (const segment of segments) {
    const pack = packOf(segment.cameraId, segment.startMs);
    const key = `${pack.cameraId} ${pack.hourMs}`;
    const previews = known.get(key) ?? [...(await packs.read(pack))];
    known.set(key, previews);
    if (!wantsPreview(previews, segment, settings.intervalMs)) continue;
    previews.push({
      segmentId: segment.id,
      startMs: segment.startMs,
      durationMs: segment.durationMs,
      offset: 0,
      length: 0,
    });
    wanted.push(segment);
  }
  return wanted;
}

/** Batches of one camera and one format, because a decoder process handles one format. */
function batchesOf(segments: readonly PreviewSegment[]): PreviewSegment[][] {
  const groups = Map.groupBy(segments, ({ cameraId, parameterHash }) => `${cameraId} ${parameterHash}`);
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / MAX_KEYFRAMES) }, (_, i) =>
      group.slice(i * MAX_KEYFRAMES, (i + 1) * MAX_KEYFRAMES),
    ),
  );
}

async function decodeBatch(
  { footage, packs, decodeKeyframes, settings, log }: MakingDeps,
  batch: readonly PreviewSegment[],
  signal: AbortSignal,
): Promise<void> {
  const sources = batch.map((segment) => ({ segmentId: segment.id, open: () => footage.open(segment) }));
  const { width, quality } = settings;
  const made = await decodeKeyframes({ sources, width, quality, signal });
  if (made.kind === 'failed') {
    log.warn({ camera_id: batch[0]?.cameraId, reason: made.reason }, 'could not make previews');
    return;
  }
  const pictured = batch.flatMap(({ id, cameraId, startMs, durationMs }) => {
    const jpeg = made.pictures.get(id);
    return jpeg ? [{ cameraId, preview: { segmentId: id, startMs, durationMs, jpeg } }] : [];
  });
  const byPack = Map.groupBy(pictured, ({ preview }) => packOf('', preview.startMs).hourMs);
  for (const [hourMs, ofHour] of byPack)
    await packs.add(
      { cameraId: ofHour[0]?.cameraId ?? '', hourMs },
      ofHour.map(({ preview }) => preview),
    );
}
