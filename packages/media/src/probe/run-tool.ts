import { spawn } from 'node:child_process';

export type ToolResult =
  | { kind: 'done'; stdout: Buffer; stderr: string }
  | { kind: 'failed'; stderr: string }
  | { kind: 'timeout' }
  | { kind: 'missing' };

export interface ToolRun {
  program: string;
  args: readonly string[];
  /** Given on standard input: secrets go here, because arguments can be read by every user of the machine. */
  input: string;
  timeoutMs: number;
  maxOutputBytes: number;
}

const STDERR_BYTES = 16_384;

/** Runs a short-lived program of ffmpeg's family and takes back what it wrote, within bounds. */
export function runTool({ program, args, input, timeoutMs, maxOutputBytes }: ToolRun): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.on('error', () => {
      clearTimeout(timer);
      resolve({ kind: 'missing' });
    });
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
      clearTimeout(timer);
      if (timedOut) resolve({ kind: 'timeout' });
      else if (code === 0) resolve({ kind: 'done', stdout: Buffer.concat(chunks), stderr });
      else resolve({ kind: 'failed', stderr });
    });
  });
}
