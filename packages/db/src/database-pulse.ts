import { sleep, type Task } from '@holdfast/kit';
import pg from 'pg';

const EVERY_MS = 1_000;
const SILENT_MS = 5_000;

export interface DatabasePulse {
  /** The same promise, given up as soon as the database is known to say nothing: whoever asked is told instead of kept waiting. */
  unlessSilent<T>(work: Promise<T>): Promise<T>;
  task: Task;
}

const silence = () =>
  Object.assign(new Error('Connection terminated: the database does not answer'), { code: 'ETIMEDOUT' });

/**
 * Asks the database for nothing, every second, over a connection of its own. A server that is frozen neither answers nor
 * refuses, and a statement that waits for it may not be told from a long one; this question is never long. A server that
 * refuses is not silent: what is asked of it fails by itself.
 */
export function createDatabasePulse({
  connectionString,
  everyMs = EVERY_MS,
  silentMs = SILENT_MS,
}: {
  connectionString: string;
  everyMs?: number;
  silentMs?: number;
}): DatabasePulse {
  const waiting = new Set<(err: Error) => void>();
  let isSilent = false;
  const fallSilent = () => {
    isSilent = true;
    for (const giveUp of waiting) giveUp(silence());
    waiting.clear();
  };

  /** True when it was answered, or refused, in time. */
  const listen = async (question: Promise<unknown>): Promise<boolean> => {
    let heard = false;
    const answer = question.then(
      () => {
        heard = true;
      },
      () => {
        heard = true;
      },
    );
    const patience = new AbortController();
    await Promise.race([answer, sleep(silentMs, patience.signal)]);
    patience.abort();
    // After a standstill of our own the answer lies there, unread, while the time is long over.
    if (!heard) await new Promise((resolve) => setImmediate(resolve));
    if (heard) isSilent = false;
    else fallSilent();
    return heard;
  };

  const ask = async (signal: AbortSignal): Promise<void> => {
    const client = new pg.Client({ connectionString, application_name: 'holdfast-pulse' });
    let isOver = false;
    client.on('error', () => {
      isOver = true;
    });
    try {
      if (!(await listen(client.connect()))) return;
      while (!signal.aborted && !isOver && (await listen(client.query('select 1')))) await sleep(everyMs, signal);
    } finally {
      // Not asked to end: a server that says nothing would not hear of it.
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    }
  };

  return {
    unlessSilent: (work) => {
      if (isSilent) {
        work.catch(() => undefined);
        return Promise.reject(silence());
      }
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        work.then(resolve, reject).finally(() => waiting.delete(reject));
      });
    },
    task: {
      name: 'database-pulse',
      run: async (signal) => {
        while (!signal.aborted) {
          await ask(signal);
          await sleep(everyMs, signal);
        }
      },
    },
  };
}
