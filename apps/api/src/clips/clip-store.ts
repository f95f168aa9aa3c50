import type { ClipReader, Database } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { downloadLeadMs, type OpenedBytes, openByteSource } from '@holdfast/media';
import { Problem } from '../http/problem.ts';
import type { ClipFiles } from './clip-files.ts';
import { clipNameOf, createClipFootage, type LocatedClip, sourcesOf } from './clip-footage.ts';
import { type ClipForm, type ClipName, printClipName } from './clip-name.ts';
import { createClipRenders } from './clip-renders.ts';
import type { DetectorClips } from './detector-clips.ts';
import type { RenderSlots } from './render-slots.ts';
import { isAnimation, TryAgain, type WriterDeps } from './write-clip-file.ts';

export interface KeptClip {
  located: LocatedClip;
  etag: string;
  /** Renders the clip unless its file is kept. */
  open(signal: AbortSignal): Promise<OpenedBytes>;
}

interface StoreDeps extends WriterDeps {
  db: Database;
  clock: Clock;
  clipFiles: ClipFiles;
  renderSlots: RenderSlots;
  detectorClips: DetectorClips;
}

/** Each attempt leaves out one more file that cannot be read. */
const MAX_ATTEMPTS = 20;

/** Clips as files: rendered once for all callers, kept, and cancelled when all callers have left. */
export function createClipStore(deps: StoreDeps) {
  const { clipFiles } = deps;
  const footage = createClipFootage(deps);
  const make = createClipRenders(deps, footage);

  const openMade = async (
    reader: ClipReader,
    first: LocatedClip,
    form: ClipForm,
    left: AbortSignal,
  ): Promise<OpenedBytes> => {
    for (let [attempt, located] = [0, first]; attempt < MAX_ATTEMPTS; attempt += 1) {
      const kept = await clipFiles.open(clipNameOf(located, form));
      if (kept) return kept;
      if (isAnimation(form)) {
        // Before it waits for a permit itself: renders that wait for each other could take all of them.
        const preview = await openMade(reader, located, 'preview', left);
        if (preview.kind === 'opened') await preview.close();
        located = await footage.locate(reader, first.row.id);
      }
      try {
        return await openByteSource(await make(located, clipNameOf(located, form), reader.userId, left));
      } catch (err) {
        // The client has left: the problem is sent to nobody, but must not count as a server error.
        if (left.aborted) throw new Problem('no-footage', { reason: reasonCode('viewer-left') });
        if (!(err instanceof TryAgain)) throw err;
        located = await footage.locate(reader, first.row.id);
      }
    }
    throw new Problem('no-footage');
  };

  return {
    /** The cache of located clips. */
    known: footage.known,
    /**
     * `takesDetector`: the detector's own clip may be shown instead, which never leaves the product. `isForPlayer`: one of
     * many requests, for which the clip may be as it was some seconds ago.
     */
    locate: async (
      reader: ClipReader,
      id: string,
      form: ClipForm,
      { takesDetector = false, isForPlayer = false } = {},
    ): Promise<KeptClip> => {
      const located = await (isForPlayer ? footage.locateForPlayer : footage.locate)(reader, id);
      const made = (signal: AbortSignal) => openMade(reader, located, form, signal);
      const copy = takesDetector ? await deps.detectorClips.of(located) : undefined;
      if (!copy) return { located, etag: etagOf(clipNameOf(located, form)), open: made };
      return { located, etag: etagOf(copy), open: async (signal) => (await clipFiles.open(copy)) ?? made(signal) };
    },
    /** When the first picture of a download was taken. Only a copy begins before the window, at its keyframe. */
    downloadStartMs: async ({ window, pieces }: LocatedClip, form: ClipForm): Promise<number> => {
      const [firstStretch] = pieces[0]?.stretches ?? [];
      const leadMs = form === 'download' ? await downloadLeadMs(sourcesOf(deps, pieces)) : 0;
      return Math.round((firstStretch?.startMs ?? window.startMs) - (leadMs ?? 0));
    },
    /** Removes files whose footage has changed or is gone. */
    removeOutdated: async (names: readonly ClipName[]): Promise<number> => {
      let removed = 0;
      for (const name of names) {
        if ((await footage.fingerprintOf(name.cameraId, name)) === name.fingerprint) continue;
        await clipFiles.remove(name);
        removed += 1;
      }
      return removed;
    },
  };
}

export type ClipStore = ReturnType<typeof createClipStore>;

const etagOf = (name: ClipName): string => `"${printClipName(name).replace(/\.\w+$/, '')}"`;
