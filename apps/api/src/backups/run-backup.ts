import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { BACKUP_COMMAND } from '@holdfast/db';
import { lowerPriority, redactToolLine } from '@holdfast/kit';

export type RunBackup = (path: string, signal: AbortSignal) => Promise<void>;

const LIMIT_MS = 6 * 3_600_000;
const MAX_TEXT = 4_000;

/** A backup failed; the message is one sentence for an administrator. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed';
}

/** `npm run backup` as a child process of low priority, so that recording and the API have the CPU first. */
export const createRunBackup =
  ({
    env,
    databaseUrl,
    dataDir,
  }: {
    env: Readonly<Record<string, string>>;
    databaseUrl: string;
    dataDir: string;
  }): RunBackup =>
  async (path, signal) => {
    // It stops when the channel closes, so it never outlives this process.
    const child = spawn(process.execPath, [BACKUP_COMMAND, path], {
      env: { ...env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-MAX_TEXT);
    });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const stop = () => void child.kill('SIGTERM');
    limit.addEventListener('abort', stop, { once: true });
    try {
      lowerPriority(child, constants.priority.PRIORITY_LOW);
      const [code, killedBy] = (await once(child, 'close')) as [number | null, string | null];
      signal.throwIfAborted();
      if (code === 0) return;
      const sentence = redactToolLine(text.trim().split('\n').at(-1) ?? '').slice(0, 500);
      throw new BackupFailed(sentence || `The backup ended with ${code ?? killedBy}.`);
    } finally {
      limit.removeEventListener('abort', stop);
    }
  };
