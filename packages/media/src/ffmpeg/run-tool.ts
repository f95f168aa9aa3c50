import { spawn } from 'node:child_process';
import { lowerPriority } from '@holdfast/kit';

export type ToolResult =
  | { kind: 'done'; stdout: Buffer; stderr: string }
  | { kind: 'failed'; stderr: string }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  | { kind: 'missing' };

export interface ToolCall {
  program: string;
  args: readonly string[];
  /** Standard input. Secrets are passed here, because every user of the machine can read arguments. */
  input: string | Buffer;
  timeoutMs: number;
  maxOutputBytes: number;
  /** Kills the process when the result is no longer needed. */
  signal?: AbortSignal;
  /** For work that uses whole cores. */
  lowPriority?: boolean;
}

const STDERR_BYTES = 16_384;

/** Runs a short-lived ffmpeg or ffprobe and returns its output, with limits on time and size. */
export function runTool({
  program,
  args,
  input,
  timeoutMs,
  maxOutputBytes,
  signal,
  lowPriority = false,
}: ToolCall): Promise<ToolResult> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve({ kind: 'aborted' });
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    if (lowPriority) lowerPriority(child);
    const chunks: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const kill = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
    const settle = (result: ToolResult) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      resolve(result);
    };
    child.on('error', () => settle({ kind: 'missing' }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxOutputBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_BYTES);
    });
    child.on('close', (code) => {
      if (code === 0) settle({ kind: 'done', stdout: Buffer.concat(chunks), stderr });
      else if (signal?.aborted) settle({ kind: 'aborted' });
      else settle(timedOut ? { kind: 'timeout' } : { kind: 'failed', stderr });
    });
    return undefined;
  });
}
