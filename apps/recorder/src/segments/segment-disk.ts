import { link, stat, unlink } from 'node:fs/promises';
import { openRegularFile, syncFile, syncFolder } from '@holdfast/kit';
import { makeFolder } from './spool.ts';

/** The few things asked of a disk, so that a full, a dead or a forgetful one can be played. */
export interface SegmentDisk {
  /** When a file came into being; undefined where the file system does not keep births. Throws when there is no file. */
  bornMs(path: string): Promise<number | undefined>;
  syncFile(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  /** Fails with EEXIST over anything that is there. */
  link(from: string, to: string): Promise<void>;
  makeFolder(path: string): Promise<boolean>;
  hasFolder(path: string): Promise<boolean>;
  truncate(path: string, lengthBytes: number): Promise<void>;
  remove(path: string): Promise<void>;
  isSameFile(a: string, b: string): Promise<boolean>;
}

export const realDisk: SegmentDisk = {
  async bornMs(path) {
    const { birthtimeMs } = await stat(path);
    return birthtimeMs > 0 ? Math.floor(birthtimeMs) : undefined;
  },
  syncFile,
  syncFolder,
  link,
  makeFolder,
  hasFolder: (path) =>
    stat(path).then(
      (facts) => facts.isDirectory(),
      () => false,
    ),
  async truncate(path, lengthBytes) {
    const handle = await openRegularFile(path, 'read-write');
    try {
      await handle.truncate(lengthBytes);
    } finally {
      await handle.close();
    }
  },
  remove: unlink,
  async isSameFile(a, b) {
    const [one, other] = await Promise.all([stat(a, { bigint: true }), stat(b, { bigint: true })]);
    return one.dev === other.dev && one.ino === other.ino;
  },
};
