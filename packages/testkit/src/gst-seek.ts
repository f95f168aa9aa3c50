import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./gst-seek.py', import.meta.url));

/** Seeks in a file with GStreamer; returns the time of the decoded picture. */
export async function seekWithGstreamer(path: string, seconds: number): Promise<number> {
  const { stdout } = await run('/usr/bin/python3', [script, path, String(seconds)]);
  return Number(stdout);
}
