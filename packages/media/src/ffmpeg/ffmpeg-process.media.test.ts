import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type FfmpegProcess, startFfmpeg } from './ffmpeg-process.ts';

/** A process with rare misbehaviours of ffmpeg. */
function startScript(script: string): { child: FfmpegProcess; lines: string[]; nextLine: () => Promise<string> } {
  const lines: string[] = [];
  const waiting: ((line: string) => void)[] = [];
  const child = startFfmpeg({
    ffmpegPath: process.execPath,
    args: ['-e', script],
    env: { TZ: 'UTC' },
    cwd: tmpdir(),
    onStdoutLine: (line) => {
      lines.push(line);
      waiting.shift()?.(line);
    },
  });
  return { child, lines, nextLine: () => new Promise((resolve) => waiting.push(resolve)) };
}

describe('line 1: a supervised child', () => {
  it('never blocks when either pipe is flooded', async () => {
    const { child, lines } = startScript(`
      const { writeSync } = require('node:fs');
      for (let i = 0; i < 300; i += 1) { writeSync(2, 'noise '.repeat(200) + '\\n'); writeSync(1, 'line ' + i + '\\n'); }
    `);
    const exit = await child.exit;
    expect(exit).toMatchObject({ kind: 'exited', code: 0 });
    expect(lines).toHaveLength(300);
    expect(exit.lastErrors).toHaveLength(20);
    expect(Math.max(...exit.lastErrors.map((line) => line.length))).toBeLessThanOrEqual(1024);
  });

  it('keeps its last error lines without credentials', async () => {
    const { child } = startScript(`console.error('cannot open rtsp://admin:hunter2@10.0.0.2/ch1'); process.exit(3)`);
    expect(await child.exit).toEqual({
      kind: 'exited',
      code: 3,
      lastErrors: ['cannot open rtsp://***@10.0.0.2/ch1'],
    });
  });

  it('is asked to stop exactly once, and its last output is passed on', async () => {
    const { child, lines, nextLine } = startScript(`
      let asked = 0;
      process.on('SIGINT', () => { asked += 1; setTimeout(() => { console.log('asked ' + asked); process.exit(255); }, 200); });
      setInterval(() => {}, 1000);
      console.log('ready');
    `);
    await nextLine();
    const [first, second] = await Promise.all([child.stop(), child.stop()]);
    expect(first).toEqual({ kind: 'exited', code: 255, lastErrors: [] });
    expect(second).toBe(first);
    expect(lines).toEqual(['ready', 'asked 1']);
  });

  it('is killed when it does not end in time', async () => {
    const { child, nextLine } = startScript(
      `process.on('SIGINT', () => {}); setInterval(() => {}, 1000); console.log('ready')`,
    );
    await nextLine();
    expect(await child.stop({ waitMs: 50 })).toMatchObject({ kind: 'signalled', signal: 'SIGKILL' });
  });

  it('can be stopped after it has ended', async () => {
    const { child } = startScript('');
    const exit = await child.exit;
    expect(await child.stop()).toBe(exit);
  });

  it('reports a program that cannot be started', async () => {
    const child = startFfmpeg({
      ffmpegPath: '/nowhere/ffmpeg',
      args: [],
      env: {},
      cwd: tmpdir(),
      onStdoutLine: () => undefined,
    });
    expect(await child.exit).toEqual({ kind: 'not-started', errorCode: 'ENOENT', lastErrors: [] });
    expect(await child.stop()).toMatchObject({ kind: 'not-started' });
  });

  it('does not wait for another process that inherited its pipes', async () => {
    const { child, lines } = startScript(`
      const heir = ['-e', 'setInterval(() => {}, 1_000)'];
      const { pid } = require('node:child_process').spawn(process.execPath, heir, { stdio: 'inherit', detached: true });
      console.log(pid);
      process.exit(0);
    `);
    const heirPid = () => Number(lines[0]);
    onTestFinished(() => void process.kill(heirPid(), 'SIGKILL'));
    expect(await child.exit).toMatchObject({ kind: 'exited', code: 0 });
    // It has the pipes for as long as it lives, and a signal reaches it.
    expect(heirPid()).toBeGreaterThan(1);
    expect(process.kill(heirPid(), 0)).toBe(true);
  });
});
