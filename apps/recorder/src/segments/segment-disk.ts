import { link, open, stat, unlink } from 'node:fs/promises';
import { makeFolder } from './spool.ts';

/** The few things publishing asks of a disk, so that a full or a dead one can be played. */
export interface SegmentDisk {
  sync(path: string): Promise<void>;
  /** Fails with EEXIST over anything that is there. */
  link(from: string, to: string): Promise<void>;
  makeFolder(path: string): Promise<boolean>;
  truncate(path: string, lengthBytes: number): Promise<void>;
  remove(path: string): Promise<void>;
  isSameFile(a: string, b: string): Promise<boolean>;
}

export const realDisk: SegmentDisk = {
  async sync(path) {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  link,
  makeFolder,
  async truncate(path, lengthBytes) {
    const handle = await open(path, 'r+');
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
