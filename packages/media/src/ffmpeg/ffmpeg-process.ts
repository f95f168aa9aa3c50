import { type ChildProcess, spawn } from 'node:child_process';
import { redactToolLine } from '@holdfast/kit';
import { splitLines } from './line-splitter.ts';

/** How the process ended, with its last error lines (redacted). */
export type FfmpegExit = { lastErrors: readonly string[] } & (
  | { kind: 'exited'; code: number }
  | { kind: 'signalled'; signal: NodeJS.Signals }
  | { kind: 'not-started'; errorCode: string }
);

export interface FfmpegPlan {
  ffmpegPath: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Written to standard input, which is then closed. Closed at once if omitted. */
  stdin?: string;
  /** Called for each line of stdout; must not throw. */
  onStdoutLine: (line: string) => void;
  onErrorLine?: (redactedLine: string) => void;
}

export interface FfmpegProcess {
  readonly pid: number | undefined;
  readonly exit: Promise<FfmpegExit>;
  /** Requests an orderly end once and kills the process after `waitMs`. Later calls wait for the same end. */
  stop(options?: { waitMs?: number }): Promise<FfmpegExit>;
}

const MAX_LINE_LENGTH = 1024;
const KEPT_ERRORS = 20;
const DEFAULT_STOP_WAIT_MS = 5000;
/** How long output may still arrive after the process has exited. */
const DRAIN_WAIT_MS = 2000;

export function startFfmpeg(plan: FfmpegPlan): FfmpegProcess {
  const child = spawn(plan.ffmpegPath, [...plan.args], {
    cwd: plan.cwd,
    env: plan.env,
    stdio: [plan.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // In its own process group: Ctrl-C in our terminal would otherwise be a second SIGINT and truncate the last file.
    detached: true,
  });
  // If the child exits before it has read everything, its exit code is the error to report.
  child.stdin?.on('error', () => {});
  child.stdin?.end(plan.stdin);
  const lastErrors: string[] = [];
  const outLines = splitLines({ maxLength: MAX_LINE_LENGTH, onLine: plan.onStdoutLine });
  const errorLines = splitLines({
    maxLength: MAX_LINE_LENGTH,
    onLine: (line) => {
      const redacted = redactToolLine(line);
      lastErrors.push(redacted);
      if (lastErrors.length > KEPT_ERRORS) lastErrors.shift();
      plan.onErrorLine?.(redacted);
    },
  });
  // Both pipes are always read: a full pipe would block the process forever.
  child.stdout?.on('data', outLines.push);
  child.stderr?.on('data', errorLines.push);

  const exit = waitForEnd(child).then((end): FfmpegExit => {
    outLines.end();
    errorLines.end();
    return { ...end, lastErrors };
  });
  let asked = false;
  return {
    pid: child.pid,
    exit,
    async stop({ waitMs = DEFAULT_STOP_WAIT_MS } = {}) {
      if (asked) return exit;
      asked = true;
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGKILL'), waitMs);
      return exit.finally(() => clearTimeout(timer));
    },
  };
}

type End =
  | { kind: 'exited'; code: number }
  | { kind: 'signalled'; signal: NodeJS.Signals }
  | { kind: 'not-started'; errorCode: string };

function waitForEnd(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      // An error after the start means that a signal could not be sent; the exit follows.
      if (child.pid === undefined) resolve({ kind: 'not-started', errorCode: error.code ?? 'EUNKNOWN' });
    });
    child.once('exit', (code, signal) => {
      const end: End = signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal };
      // Output may still be in the pipe, but another process that inherited the pipe must not block us.
      const timer = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(end);
      }, DRAIN_WAIT_MS);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(end);
      });
    });
  });
}
