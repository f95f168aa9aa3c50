import { createWakeUp, LONGEST_TIMER_MS } from '../time/wake-up.ts';

export const warningLevels = ['warn', 'error', 'fatal'] as const;
type WarningLevel = (typeof warningLevels)[number];

export interface LoggedWarning {
  /** Of the latest, if it was repeated. */
  atMs: number;
  level: WarningLevel;
  message: string;
  cameraId: string | null;
  /** The other fields of the line as JSON, cut to a limit. */
  detail: string | null;
  count: number;
}

/** Collects warnings and errors from finished log lines until they are written somewhere. Repeated ones are counted. */
export interface WarningLog {
  note(line: string): void;
  /** Resolves as soon as something is collected, or when the signal aborts. */
  waitForWarning(signal: AbortSignal): Promise<void>;
  /** Passes on what was collected. It is collected again if `write` fails. */
  flush(write: (batch: readonly LoggedWarning[]) => Promise<unknown>): Promise<void>;
}

const LEVELS: Readonly<Record<string, WarningLevel>> = { 40: 'warn', 50: 'error', 60: 'fatal' };
/** The first field of a line is its level, so most lines are dropped without being parsed. */
const START = /^\{"level":(40|50|60),/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const MAX_MESSAGE = 500;
const MAX_DETAIL = 2_000;
/** Limit of different warnings that wait to be written; beyond it the oldest is dropped. */
const MAX_WAITING = 200;

export function createWarningLog(maxWaiting = MAX_WAITING): WarningLog {
  let waiting = new Map<string, LoggedWarning>();
  const collected = createWakeUp();

  const add = (warning: LoggedWarning) => {
    const key = `${warning.level} ${warning.cameraId} ${warning.message}`;
    const known = waiting.get(key);
    const newest = known !== undefined && known.atMs > warning.atMs ? known : warning;
    // Deleted first, so that the order is that of the latest.
    waiting.delete(key);
    waiting.set(key, { ...newest, count: warning.count + (known?.count ?? 0) });
    const [oldest] = waiting.keys();
    if (waiting.size > maxWaiting && oldest !== undefined) waiting.delete(oldest);
  };

  return {
    note(line) {
      const warning = readWarning(line);
      if (!warning) return;
      add(warning);
      collected.wake();
    },
    async waitForWarning(signal) {
      while (waiting.size === 0 && !signal.aborted) await collected.sleep(LONGEST_TIMER_MS, signal);
    },
    async flush(write) {
      if (waiting.size === 0) return;
      const batch = waiting;
      waiting = new Map();
      try {
        await write([...batch.values()]);
      } catch (err) {
        const since = [...waiting.values()];
        waiting = batch;
        for (const warning of since) add(warning);
        throw err;
      }
    },
  };
}

function readWarning(line: string): LoggedWarning | undefined {
  const level = LEVELS[START.exec(line)?.[1] ?? ''];
  if (level === undefined) return undefined;
  const record = parse(line);
  if (record === undefined) return undefined;
  const { level: _level, time, msg, name: _name, pid: _pid, hostname: _host, camera_id, err, ...others } = record;
  const fields = { ...others, ...(err !== undefined && { err: shortError(err) }) };
  return {
    atMs: typeof time === 'number' ? time : Date.now(),
    level,
    message: plain(typeof msg === 'string' ? msg : '').slice(0, MAX_MESSAGE),
    cameraId: typeof camera_id === 'string' && UUID.test(camera_id) ? camera_id : null,
    detail: Object.keys(fields).length === 0 ? null : plain(JSON.stringify(fields)).slice(0, MAX_DETAIL),
    count: 1,
  };
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** An error without its stack, which is long and names our files. */
const shortError = (err: unknown): unknown => {
  if (typeof err !== 'object' || err === null) return err;
  const { type, message, code } = err as Record<string, unknown>;
  return { type, message, code };
};

/** Messages quote cameras and people; PostgreSQL stores no NUL, and half a character is none. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ').toWellFormed();
