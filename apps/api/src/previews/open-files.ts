import { type FileHandle, open } from 'node:fs/promises';

/** Files that stay open between reads: opening and closing one takes longer than reading from it. */
export interface OpenFiles {
  /** Reads from a file. It is not closed meanwhile. */
  read<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T>;
  /** Opens it anew next time, because it was replaced or removed. */
  forget(path: string): void;
}

interface OpenFile {
  handle: Promise<FileHandle>;
  readers: number;
  isForgotten: boolean;
  idle: NodeJS.Timeout;
}

/** At most so many, and each only as long as it is read from time to time. */
export function createOpenFiles({ most, idleMs }: { most: number; idleMs: number }): OpenFiles {
  /** Least recently used first. */
  const files = new Map<string, OpenFile>();

  const closeUnread = ({ handle, readers, isForgotten }: OpenFile) => {
    if (isForgotten && readers === 0) void handle.then((file) => file.close()).catch(() => undefined);
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
      handle: open(path, 'r'),
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
    async read(path, work) {
      const file = opened(path);
      file.readers += 1;
      for (const oldest of files.keys()) {
        if (files.size <= most) break;
        forget(oldest);
      }
      try {
        return await work(await file.handle);
      } catch (err) {
        if (files.get(path) === file) forget(path);
        throw err;
      } finally {
        file.readers -= 1;
        closeUnread(file);
      }
    },
    forget,
  };
}
