import { isFileSystemFault, singleFlight } from '@holdfast/kit';
import type { ClipFiles } from './clip-files.ts';
import { type ClipFootage, clipNameOf, type LocatedClip } from './clip-footage.ts';
import { type ClipName, printClipName } from './clip-name.ts';
import type { RenderSlots } from './render-slots.ts';
import { draftName, notRendered, type WriterDeps, writeClipFile } from './write-clip-file.ts';

interface RenderDeps extends WriterDeps {
  clipFiles: ClipFiles;
  renderSlots: RenderSlots;
}

/** Renders a clip once for all callers, with a turn for each user, and returns the path of its file. */
export function createClipRenders(deps: RenderDeps, footage: Pick<ClipFootage, 'noteUnplayable'>) {
  const { clipFiles } = deps;
  const waitOnce = singleFlight<string>();
  const renderOnce = singleFlight<string>();

  const render = async (located: LocatedClip, name: ClipName, signal: AbortSignal): Promise<string> => {
    // Another user's turn may have come first.
    const kept = await clipFiles.find(name);
    if (kept !== undefined) return kept;
    try {
      const path = await clipFiles.add(name, draftName(name.form), (folder) =>
        writeClipFile(deps, located, name.form, {
          folder,
          signal,
          noteUnplayable: footage.noteUnplayable,
          findPreview: () => clipFiles.find(clipNameOf(located, 'preview')),
        }),
      );
      await dropOthers(clipFiles, name);
      return path;
    } catch (err) {
      throw isFileSystemFault(err) ? notRendered(deps, located, err.message) : err;
    }
  };

  /** Each user waits for a turn of their own: one who wants a clip that another has queued is not behind all clips of the other. */
  return (located: LocatedClip, name: ClipName, userId: string, left: AbortSignal): Promise<string> => {
    const key = `${name.cameraId}/${printClipName(name)}`;
    const inTurn = async (abandoned: AbortSignal): Promise<string> => {
      const release = await deps.renderSlots.acquire(userId, abandoned);
      try {
        return await renderOnce(key, (nobodyWaits) => render(located, name, nobodyWaits), abandoned);
      } finally {
        release();
      }
    };
    return waitOnce(`${userId} ${key}`, inTurn, left);
  };
}

/** Removes earlier versions of the same file, of another window or of less footage. */
async function dropOthers(clipFiles: ClipFiles, name: ClipName): Promise<void> {
  const always = { cameraId: name.cameraId, startMs: 0, endMs: Number.MAX_SAFE_INTEGER };
  for (const other of await clipFiles.within(always))
    if (other.clipId === name.clipId && other.form === name.form && printClipName(other) !== printClipName(name))
      await clipFiles.remove(other);
}
