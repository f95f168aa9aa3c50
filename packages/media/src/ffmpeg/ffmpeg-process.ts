import { type ChildProcess, spawn } from 'node:child_process';
import { redactToolLine } from '@holdfast/kit';
import { splitLines } from './line-splitter.ts';

/** How the child ended, with its last words (redacted). */
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
  /** Written to standard input, which is closed after it; closed at once when left out. */
  stdin?: string;
  /** Called for each stdout line as it comes; must not throw. */
  onStdoutLine: (line: string) => void;
  onErrorLine?: (redactedLine: string) => void;
}

export interface FfmpegProcess {
  readonly pid: number | undefined;
  readonly exit: Promise<FfmpegExit>;
  /** Asks once for an orderly end, kills after `waitMs`. Later calls wait for the same end. */
  stop(options?: { waitMs?: number }): Promise<FfmpegExit>;
}

const MAX_LINE_LENGTH = 1024;
const KEPT_ERRORS = 20;
const DEFAULT_STOP_WAIT_MS = 5000;
/** How long output may trickle in after the child itself is gone. */
const DRAIN_WAIT_MS = 2000;

export function startFfmpeg(plan: FfmpegPlan): FfmpegProcess {
  const child = spawn(plan.ffmpegPath, [...plan.args], {
    cwd: plan.cwd,
    env: plan.env,
    stdio: [plan.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // Its own process group: a Ctrl-C on our terminal would reach the child as a second SIGINT and truncate the last file.
    detached: true,
  });
  // A child that is gone before it read everything is told of by its exit.
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
  // Two readers that never pause: a full pipe on either side would stop the recording for ever.
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
      // An error after the start is a signal that could not be sent; the exit is still to come.
      if (child.pid === undefined) resolve({ kind: 'not-started', errorCode: error.code ?? 'EUNKNOWN' });
    });
    child.once('exit', (code, signal) => {
      const end: End = signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal };
      // The last segment's line may still be in the pipe; but a stranger that inherited the pipe must not hold us.
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
