import { open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger, SecretBox } from '@holdfast/kit';
import type { NamedCamera } from '../cameras/load-cameras.ts';
import type { RememberedStorage } from '../capture/marked-storages.ts';
import { recorderFolder } from '../lease/lock-recorder.ts';
import type { ReaderAccount } from '../restream/door.ts';
import { fileFault } from '../storage/file-fault.ts';
import { syncFolder } from '../storage/sync-folder.ts';

/** All that recording takes, as the database last said it. */
export interface Remembered {
  cameras: readonly NamedCamera[];
  storages: readonly RememberedStorage[];
  readerAccount: ReaderAccount;
}

export type MemoryReading =
  | { kind: 'known'; remembered: Remembered }
  | { kind: 'none' }
  /** For a person. */
  | { kind: 'unusable'; reason: string };

export interface RecorderMemory {
  read(): Promise<MemoryReading>;
  /** Writes what differs from what was last written; recording never depends on it. */
  keep(remembered: Remembered): Promise<void>;
}

/** To be raised whenever the shape of what is remembered changes: an older file is then not read at all. */
const FORMAT = 1;
const fileName = 'last-known.sealed';

/**
 * What the recorder last knew, in one file under the install's own key, because addresses hold passwords. It appears
 * whole or not at all. Whatever opens is what this install wrote: the seal vouches for it.
 */
export function createRecorderMemory({
  dataDir,
  database,
  secrets,
  log,
}: {
  dataDir: string;
  /** Which database it is the memory of. */
  database: string;
  secrets: SecretBox;
  log: Logger;
}): RecorderMemory {
  const path = join(recorderFolder(dataDir), fileName);
  let written: string | undefined;
  return {
    async read() {
      const sealed = await readFile(path).catch((err: unknown) => fileFault(err));
      if (sealed === 'ENOENT') return { kind: 'none' };
      if (typeof sealed === 'string') return { kind: 'unusable', reason: `${path} cannot be read (${sealed}).` };
      const text = secrets.open(sealed);
      if (text === undefined)
        return { kind: 'unusable', reason: `${path} is damaged, or was written by another install.` };
      const { format, of, remembered } = JSON.parse(text) as { format: number; of: string; remembered: Remembered };
      if (format !== FORMAT)
        return { kind: 'unusable', reason: `${path} was written by another version of the recorder.` };
      if (of !== database) return { kind: 'unusable', reason: `${path} belongs to another database.` };
      return { kind: 'known', remembered };
    },
    async keep(remembered) {
      const text = JSON.stringify({ format: FORMAT, of: database, remembered });
      if (text === written) return;
      try {
        await replaceFile(path, secrets.seal(text));
        written = text;
      } catch (err) {
        log.warn({ err }, 'what is wanted could not be written down for a start without the database');
      }
    },
  };
}

async function replaceFile(path: string, contents: Buffer): Promise<void> {
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(contents);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}
