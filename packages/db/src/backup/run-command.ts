import { exitCodes, exitOnEnvFaults, processEnvFields, readEnv } from '@holdfast/kit';
import { EmbeddedPostgresRefused } from '../embedded/embedded-postgres-refused.ts';
import { databaseFault } from '../faults.ts';
import { type BackupFault, BackupRefused } from './backup-refused.ts';

const { DATA_DIR, DATABASE_URL } = processEnvFields;
const envFields = { DATA_DIR, DATABASE_URL };

export interface CommandContext {
  dataDir: string;
  databaseUrl: string | undefined;
  signal: AbortSignal;
}

// From sysexits, like those of the kit.
const exitCodeOf: Record<BackupFault, number> = { file: 66, damaged: 65, version: 65, contents: 1 };

/** Shared by both commands: environment, clean stop on a signal, and one sentence and exit code for every fault. */
export async function runCommand(environment: NodeJS.ProcessEnv, work: (context: CommandContext) => Promise<void>) {
  const env = exitOnEnvFaults(() => readEnv(environment, envFields));
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  // The npm script that started this process was killed.
  if (process.channel) process.once('disconnect', () => stop.abort());
  try {
    await work({ dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL, signal: stop.signal });
  } catch (err) {
    const { sentence, exitCode } = stop.signal.aborted ? stopped : explain(err);
    process.stderr.write(`${sentence}\n`);
    process.exitCode = exitCode;
  }
  // The IPC channel to the npm script would keep the process alive.
  if (process.connected) process.disconnect();
}

const stopped = { sentence: 'Stopped; nothing was altered.', exitCode: 130 };

function explain(err: unknown): { sentence: string; exitCode: number } {
  const sentence = err instanceof Error ? err.message : String(err);
  if (err instanceof BackupRefused) return { sentence, exitCode: exitCodeOf[err.fault] };
  if (err instanceof EmbeddedPostgresRefused) return { sentence, exitCode: exitCodes.badConfig };
  if (databaseFault(err).kind === 'unavailable')
    return { sentence: `The database cannot be reached: ${sentence || 'no answer'}.`, exitCode: exitCodes.unavailable };
  return { sentence: `Failed, and nothing was altered: ${sentence}`, exitCode: 1 };
}
