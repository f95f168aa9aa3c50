import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@holdfast/testkit';
import { readPssBytes } from '../process-memory.ts';
import { readTreesCpuMs } from '../process-tree.ts';
import type { Use } from './product-use.ts';

/** One ffmpeg for each camera that copies it into segments and does nothing else: the base of the comparison. */
export class BareCopies implements AsyncDisposable {
  readonly #folder: string;
  readonly #copies: ChildProcess[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts one for each further camera, and resolves once all of them write. */
  async add(urls: readonly string[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const url of urls) {
      const input = ['-hide_banner', '-loglevel', 'error', '-rtsp_transport', 'tcp', '-i', url];
      const file = join(this.#folder, `${this.#copies.length}-%d.mp4`);
      const output = ['-c', 'copy', '-f', 'segment', '-segment_time', '4', file];
      this.#copies.push(spawn('ffmpeg', [...input, ...output], { stdio: ['ignore', 'ignore', 'inherit'] }));
    }
    const isWriting = () => readdirSync(this.#folder).filter((name) => name.endsWith('-2.mp4')).length;
    await until(() => isWriting() === this.#copies.length);
  }

  use(): Use {
    const pids = this.#copies.map(({ pid }) => pid ?? 0);
    return { cpuMs: readTreesCpuMs(pids), pssBytes: pids.reduce((sum, pid) => sum + readPssBytes(pid), 0) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(
      this.#copies.map(async (copy) => {
        if (copy.exitCode !== null || copy.signalCode !== null) return;
        const exited = once(copy, 'exit');
        copy.kill('SIGKILL');
        await exited;
      }),
    );
  }
}
