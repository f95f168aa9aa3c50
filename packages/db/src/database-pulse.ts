import { Socket } from 'node:net';
import { createWakeUp, sleep, type Task } from '@holdfast/kit';
import pg from 'pg';

const EVERY_MS = 1_000;
const SILENT_MS = 5_000;
/** While no caller waits, only the connection itself is watched. */
const REST_MS = 60_000;

export interface DatabasePulse {
  /** The same promise, rejected as soon as the database is known to be unresponsive, so that callers do not keep waiting. */
  unlessUnresponsive<T>(work: Promise<T>): Promise<T>;
  task: Task;
}

const silence = () =>
  Object.assign(new Error('Connection terminated: the database does not answer'), { code: 'ETIMEDOUT' });

/**
 * Sends an empty query every second over its own connection while a caller waits for the database. A frozen server neither
 * answers nor refuses, and a statement that waits for it looks like a slow one; an empty query is never slow. A server that
 * refuses connections does not count as unresponsive: queries fail by themselves.
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
  const callerWaits = createWakeUp();
  let isSilent = false;
  const fallSilent = () => {
    isSilent = true;
    for (const giveUp of waiting) giveUp(silence());
    waiting.clear();
  };

  /** True when it was answered, or refused, in time. */
  const listen = async (question: Promise<unknown>): Promise<boolean> => {
    let answered = false;
    const answer = question.then(
      () => {
        answered = true;
      },
      () => {
        answered = true;
      },
    );
    const patience = new AbortController();
    await Promise.race([answer, sleep(silentMs, patience.signal)]);
    patience.abort();
    // After this process was suspended, the answer may have arrived unread although the time is up.
    if (!answered) await new Promise((resolve) => setImmediate(resolve));
    if (answered) isSilent = false;
    else fallSilent();
    return answered;
  };

  const ask = async (signal: AbortSignal): Promise<void> => {
    const socket = new Socket();
    const client = new pg.Client({ connectionString, application_name: 'holdfast-pulse', stream: () => socket });
    let isOver = false;
    client.on('error', () => {
      isOver = true;
    });
    try {
      if (!(await listen(client.connect()))) return;
      while (!signal.aborted && !isOver && (await listen(client.query('select 1')))) {
        if (waiting.size === 0) await callerWaits.sleep(REST_MS, signal);
        await sleep(everyMs, signal);
      }
    } finally {
      // Destroyed instead of closed: an unresponsive server would not handle the request to close.
      socket.destroy();
    }
  };

  return {
    unlessUnresponsive: (work) => {
      if (isSilent) {
        work.catch(() => undefined);
        return Promise.reject(silence());
      }
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        callerWaits.wake();
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
