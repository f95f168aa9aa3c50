import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault, type Logger, replaceFile, type SecretBox } from '@holdfast/kit';
import type { NamedCamera } from '../cameras/load-cameras.ts';
import { recorderFolder } from '../lease/lock-recorder.ts';
import type { ReaderAccount } from '../restream/door.ts';
import type { RememberedStorage } from '../storage/marked-storages.ts';

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
  /** Writes what differs from what was last written, one at a time and the newest last. A disk that hangs holds it up for ever. */
  keep(remembered: Remembered): Promise<void>;
}

/** To be raised whenever the shape of what is remembered changes: an older file is then not read at all. */
const FORMAT = 2;
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
  replace = replaceFile,
}: {
  dataDir: string;
  /** Which database it is the memory of. */
  database: string;
  secrets: SecretBox;
  log: Logger;
  replace?: typeof replaceFile;
}): RecorderMemory {
  const path = join(recorderFolder(dataDir), fileName);
  let wanted: string | undefined;
  let written: string | undefined;
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    try {
      while (wanted !== undefined && wanted !== written) {
        const text = wanted;
        await replace(path, secrets.seal(text), { mode: 0o600 });
        written = text;
      }
    } catch (err) {
      log.warn({ err }, 'what is wanted could not be written down for a start without the database');
    }
  };

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
    keep(remembered) {
      wanted = JSON.stringify({ format: FORMAT, of: database, remembered });
      writing ??= write().finally(() => {
        writing = undefined;
      });
      return writing;
    },
  };
}
