import type { FileHandle } from 'node:fs/promises';
import { openRegularFile } from '@holdfast/kit';

/** Files that stay open between reads: opening and closing one takes longer than reading from it. */
export interface OpenFiles {
  /** The file stays open until it is released. */
  acquire(path: string): Promise<AcquiredFile>;
  /** Opens it anew next time, because it was replaced or removed. */
  forget(path: string): void;
}

export interface AcquiredFile {
  handle: FileHandle;
  /** The size at the time of opening. */
  sizeBytes: number;
  release(): void;
}

interface OpenFile {
  opening: Promise<{ handle: FileHandle; sizeBytes: number }>;
  readers: number;
  isForgotten: boolean;
  idle: NodeJS.Timeout;
}

/** Keeps at most `most` files open, each until it has not been read for `idleMs`. */
export function createOpenFiles({ most, idleMs }: { most: number; idleMs: number }): OpenFiles {
  /** Least recently used first. */
  const files = new Map<string, OpenFile>();

  const closeUnread = ({ opening, readers, isForgotten }: OpenFile) => {
    if (isForgotten && readers === 0) void opening.then(({ handle }) => handle.close()).catch(() => undefined);
  };
  const forget = (path: string) => {
    const file = files.get(path);
    if (!file) return;
    files.delete(path);
    file.isForgotten = true;
    clearTimeout(file.idle);
    closeUnread(file);
  };
  const opened = (path: string): OpenFile => {
    const known = files.get(path) ?? {
      opening: open(path),
      readers: 0,
      isForgotten: false,
      idle: setTimeout(() => forget(path), idleMs).unref(),
    };
    known.idle.refresh();
    files.delete(path);
    files.set(path, known);
    return known;
  };
  return {
    async acquire(path) {
      const file = opened(path);
      file.readers += 1;
      for (const oldest of files.keys()) {
        if (files.size <= most) break;
        forget(oldest);
      }
      const release = () => {
        file.readers -= 1;
        closeUnread(file);
      };
      try {
        return { ...(await file.opening), release };
      } catch (err) {
        if (files.get(path) === file) forget(path);
        release();
        throw err;
      }
    },
    forget,
  };
}

async function open(path: string): Promise<{ handle: FileHandle; sizeBytes: number }> {
  const handle = await openRegularFile(path);
  try {
    return { handle, sizeBytes: (await handle.stat()).size };
  } catch (err) {
    await handle.close().catch(() => undefined);
    throw err;
  }
}
