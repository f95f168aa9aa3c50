import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, findDetectorClip, readDetectorConfig } from '@holdfast/db';
import { type DetectorEnv, effectiveDetector } from '@holdfast/detector';
import { clipLengthMs, reasonText, takesDetectorClip } from '@holdfast/domain';
import { type Clock, createPermits, type Logger, type OutboundRule, singleFlight } from '@holdfast/kit';
import { isWholeMp4 } from '@holdfast/media';
import { boundedGet } from '../http/bounded-get.ts';
import type { ClipFiles } from './clip-files.ts';
import { clipNameOf, type LocatedClip } from './clip-footage.ts';
import { type ClipName, printClipName } from './clip-name.ts';

export interface DetectorClips {
  /** Keeps a copy of the detector's own clip if that is to be shown instead of ours; undefined if ours is. */
  of(located: LocatedClip): Promise<ClipName | undefined>;
}

interface DetectorClipDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  clipFiles: ClipFiles;
  outbound: OutboundRule;
  detectorEnv: DetectorEnv;
  timeoutMs?: number;
}

/** Half a minute of 4K. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The detector has to assemble it first. */
const TIMEOUT_MS = 10_000;
const AT_ONCE = 2;
const MAX_WAITING = 16;
/** A detector that does not answer is not asked again for a while, or each clip of a list would wait for the time limit. */
const PAUSE_MS = 15_000;
const DRAFT = 'clip.mp4';

/**
 * Copies of the detector's own clips, for events of which a part was not recorded here. They are deleted with our footage,
 * like all clips.
 */
export function createDetectorClips(deps: DetectorClipDeps): DetectorClips {
  const { clock, log, clipFiles, outbound, timeoutMs = TIMEOUT_MS } = deps;
  const once = singleFlight<ClipName | undefined>();
  const permits = createPermits(AT_ONCE);
  let pausedUntilMs = 0;

  const fetched = async (url: string): Promise<Buffer | undefined> => {
    if (permits.waiting() >= MAX_WAITING) return undefined;
    const release = await permits.acquire();
    try {
      // The request before this one may have failed.
      if (pausedUntilMs > clock.now()) return undefined;
      const reply = await boundedGet(url, { outbound, timeoutMs, maxBytes: MAX_BYTES });
      if (reply.kind === 'reply' && reply.body && isWholeMp4(reply.body)) return reply.body;
      if (reply.kind === 'failed') pausedUntilMs = clock.now() + PAUSE_MS;
      log.debug(
        { reason: reply.kind === 'failed' ? reasonText(reply.reason) : reply.status },
        'no clip from the detector',
      );
      return undefined;
    } finally {
      release();
    }
  };

  const copy = async (name: ClipName): Promise<ClipName | undefined> => {
    const url = await addressOf(deps, name.clipId);
    const mp4 = url === undefined ? undefined : await fetched(url);
    if (!mp4) return undefined;
    await clipFiles.add(name, DRAFT, (folder) => writeFile(join(folder, DRAFT), mp4));
    return name;
  };

  return {
    of: async (located) => {
      const { row, window, pieces } = located;
      const subject = { kind: row.kind, startMs: row.ts.getTime(), endMs: row.endTs?.getTime() ?? null };
      if (!takesDetectorClip(subject, window, clipLengthMs(pieces))) return undefined;
      const name = clipNameOf(located, 'detector');
      if (await clipFiles.find(name)) return name;
      // A clip that was shown once stays: a player that asks for the next part must not get that of another file.
      for (const form of ['preview', 'full'] as const)
        if (await clipFiles.find(clipNameOf(located, form))) return undefined;
      try {
        return await once(printClipName(name), () => copy(name));
      } catch (err) {
        log.warn({ err }, 'the clip of the detector cannot be kept');
        return undefined;
      }
    },
  };
}

async function addressOf({ db, detectorEnv }: DetectorClipDeps, eventId: string): Promise<string | undefined> {
  const event = await findDetectorClip(db, eventId);
  if (!event) return undefined;
  const saved = { ...(await readDetectorConfig(db)), mqttPassword: null };
  const { enabled, sourceId, httpBaseUrl } = effectiveDetector(saved, detectorEnv);
  if (!enabled || httpBaseUrl === null || sourceId !== event.sourceId) return undefined;
  return `${httpBaseUrl.replace(/\/+$/, '')}/api/events/${encodeURIComponent(event.providerEventId)}/clip.mp4`;
}
