import {
  copyFileSync,
  fstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A disk that keeps only what was synced, to be loaded into a process with --import: each sync records under
 * SYNCED_FOLDER what is durable from then on, the bytes of a file or the names in a folder. Stricter than any file
 * system, which would keep much of the rest.
 */
const notes = process.env.SYNCED_FOLDER ?? '';

/** Inode numbers alone are reused by later files. */
export const keyOf = ({ ino, birthtimeNs }: { ino: bigint; birthtimeNs: bigint }): string => `${ino}-${birthtimeNs}`;

export interface FolderNote {
  names: { name: string; key: string; isFolder: boolean }[];
}

export function noteFolder(folder: string, into: string, key: string): void {
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const facts = statSync(join(folder, entry.name), { bigint: true, throwIfNoEntry: false });
    return facts ? [{ name: entry.name, key: keyOf(facts), isFolder: facts.isDirectory() }] : [];
  });
  const draft = join(into, `draft-${process.pid}-${key}`);
  writeFileSync(draft, JSON.stringify({ names } satisfies FolderNote));
  renameSync(draft, join(into, `${key}.folder`));
}

export function noteFile(file: string, into: string, key: string): void {
  const draft = join(into, `draft-${process.pid}-${key}`);
  copyFileSync(file, draft);
  renameSync(draft, join(into, `${key}.file`));
}

function note(fd: number): void {
  const facts = fstatSync(fd, { bigint: true });
  if (facts.isDirectory()) noteFolder(readlinkSync(`/proc/self/fd/${fd}`), notes, keyOf(facts));
  else noteFile(`/proc/self/fd/${fd}`, notes, keyOf(facts));
}

if (notes !== '') {
  mkdirSync(notes, { recursive: true });
  const probe = await open('/dev/null');
  const handles = Object.getPrototypeOf(probe) as Pick<FileHandle, 'sync' | 'datasync'>;
  await probe.close();
  // At the call and not after it: bytes written meanwhile are not covered.
  handles.sync = async function sync(this: FileHandle) {
    note(this.fd);
  };
  handles.datasync = handles.sync;
}
