import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFault, type Logger, replaceFile, type SecretBox } from '@holdfast/kit';
import type { NamedCamera } from '../cameras/load-cameras.ts';
import type { ReaderAccount } from '../restream/restream-auth.ts';
import type { RememberedStorage } from '../storage/storage-registry.ts';
import { recorderFolder } from './recorder-folder.ts';

/** Everything that recording needs, as last read from the database. */
export interface Remembered {
  cameras: readonly NamedCamera[];
  storages: readonly RememberedStorage[];
  readerAccount: ReaderAccount;
}

export type MemoryReading =
  | { kind: 'known'; remembered: Remembered }
  | { kind: 'none' }
  /** For log messages. */
  | { kind: 'unusable'; reason: string };

export interface RecorderMemory {
  read(): Promise<MemoryReading>;
  /** Writes changed settings, one write at a time, newest last. Never resolves if the disk hangs. */
  keep(remembered: Remembered): Promise<void>;
}

/** Increase it whenever the stored shape changes: older files are then ignored. */
export const FORMAT = 3;
const fileName = 'last-known.sealed';

/**
 * The last known settings in one file, encrypted with the server key because addresses contain passwords, and replaced
 * atomically. A file that decrypts was written by this install.
 */
export function createRecorderMemory({
  dataDir,
  database,
  secrets,
  log,
  replace = replaceFile,
}: {
  dataDir: string;
  /** Identifies the database, so that settings of another one are not used. */
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
      log.warn({ err }, 'could not save the settings for a start without the database');
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
