import { type FileHandle, link, open, stat, unlink } from 'node:fs/promises';
import { isSameFile, openRegularFile, syncFile, syncFolder } from '@holdfast/kit';
import { makeFolder } from './spool.ts';

/** A spool file that is being written. */
export interface SpoolHandle {
  append(pieces: readonly Buffer[]): Promise<void>;
  writeAt(bytes: Buffer, position: number): Promise<void>;
  truncate(lengthBytes: number): Promise<void>;
  /** Stores the start of the segment as the modification time, for a file that loses its row. */
  dateTo(preciseStartMs: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The disk operations of recording, behind an interface, so that tests can simulate full, failing and lossy disks. */
export interface SegmentDisk {
  /** Fails with EEXIST if the path exists. */
  create(path: string): Promise<SpoolHandle>;
  /** An unfinished file of an earlier process. */
  reopen(path: string): Promise<SpoolHandle>;
  syncFile(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  /** Fails with EEXIST if the path exists. */
  link(from: string, to: string): Promise<void>;
  makeFolder(path: string): Promise<boolean>;
  exists(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  isSameFile(a: string, b: string): Promise<boolean>;
}

export const realDisk: SegmentDisk = {
  create: async (path) => spoolHandle(await open(path, 'wx')),
  reopen: async (path) => spoolHandle(await openRegularFile(path, 'read-write')),
  syncFile,
  syncFolder,
  link,
  makeFolder,
  exists: (path) =>
    stat(path).then(
      () => true,
      () => false,
    ),
  remove: unlink,
  async isSameFile(a, b) {
    const [one, other] = await Promise.all([stat(a, { bigint: true }), stat(b, { bigint: true })]);
    return isSameFile(one, other);
  },
};

/** Below the kernel's limit (IOV_MAX), so that a fragment is one system call. */
const MAX_PIECES = 512;

function spoolHandle(handle: FileHandle): SpoolHandle {
  return {
    async append(pieces) {
      for (let at = 0; at < pieces.length; at += MAX_PIECES) {
        let rest = pieces.slice(at, at + MAX_PIECES);
        while (rest.length > 0) {
          const { bytesWritten } = await handle.writev(rest);
          rest = unwritten(rest, bytesWritten);
        }
      }
    },
    async writeAt(bytes, position) {
      await handle.write(bytes, 0, bytes.length, position);
    },
    truncate: (lengthBytes) => handle.truncate(lengthBytes),
    dateTo: (preciseStartMs) => handle.utimes(preciseStartMs / 1_000, preciseStartMs / 1_000),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** The unwritten rest: a nearly full disk writes only a part. */
function unwritten(pieces: readonly Buffer[], written: number): Buffer[] {
  let left = written;
  const rest: Buffer[] = [];
  for (const piece of pieces) {
    if (left < piece.length) rest.push(left > 0 ? piece.subarray(left) : piece);
    left = Math.max(0, left - piece.length);
  }
  return rest;
}
