import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, ExitWith } from '@holdfast/kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { superviseChild } from './supervise-child.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const backoff = { minMs: 10, maxMs: 20 };
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervise-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const notes = () => {
  const path = join(folder, 'notes');
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
};
const noted = (count: number) => expect.poll(notes).toHaveLength(count);

const supervised = (
  body: string,
  stopLimitMs = 20_000,
  timing: { backoff?: typeof backoff; restartAfterMs?: number } = {},
) => {
  const script = `
    import { appendFileSync } from 'node:fs';
    const note = (what) => appendFileSync(${JSON.stringify(join(folder, 'notes'))}, what + '\\n');
    ${body}`;
  const command = {
    name: 'stand-in',
    file: process.execPath,
    args: ['--input-type=module', '-e', script],
    stopLimitMs,
  };
  return superviseChild({ command, env: { ...process.env, COLOUR: 'blue' }, log, backoff, ...timing });
};

describe('a supervised child', () => {
  it('gets its environment, and is asked to stop once', async () => {
    const controller = new AbortController();
    const running = supervised(`
      process.on('SIGTERM', () => { note('SIGTERM'); setTimeout(() => process.exit(0), 50); });
      note(process.env.COLOUR); setInterval(() => {}, 1e6);`).run(controller.signal);
    await noted(1);
    controller.abort();
    await running;
    expect(notes()).toEqual(['blue', 'SIGTERM']);
  });

  it('is restarted when it ends', async () => {
    const controller = new AbortController();
    const running = supervised(`note('start'); process.exit(1);`).run(controller.signal);
    await expect.poll(() => notes().length).toBeGreaterThanOrEqual(2);
    controller.abort();
    await running;
  });

  it('that asks for a restart is restarted without a pause', async () => {
    const controller = new AbortController();
    const anHour = { minMs: 3_600_000, maxMs: 3_600_000 };
    const restarts = { backoff: anHour, restartAfterMs: 0 };
    const running = supervised(`note('start'); process.exit(75);`, 20_000, restarts).run(controller.signal);
    await expect.poll(() => notes().length).toBeGreaterThanOrEqual(3);
    controller.abort();
    await running;
  });

  it('that asks for a restart as soon as it starts has to wait', async () => {
    const controller = new AbortController();
    const restarts = { backoff: { minMs: 3_600_000, maxMs: 3_600_000 }, restartAfterMs: 3_600_000 };
    const running = supervised(`note('start'); process.exit(75);`, 20_000, restarts).run(controller.signal);
    await noted(1);
    controller.abort();
    await running;
    expect(notes()).toEqual(['start']);
  });

  it('that rejects its configuration is not restarted', async () => {
    const running = supervised(`note('start'); process.exit(78);`).run(new AbortController().signal);
    await expect(running).rejects.toThrow(
      new ExitWith(78, 'stand-in cannot run with this configuration; see the errors above.'),
    );
    expect(notes()).toEqual(['start']);
  });

  it('that does not stop in time is killed, with its children', async () => {
    const controller = new AbortController();
    const running = supervised(
      `import { spawn } from 'node:child_process';
       process.on('SIGTERM', () => {});
       const grandchild = spawn('sleep', ['600']);
       note(String(grandchild.pid)); setInterval(() => {}, 1e6);`,
      100,
    ).run(controller.signal);
    await noted(1);
    controller.abort();
    await running;
    const state = () => {
      try {
        return readFileSync(`/proc/${notes()[0]}/stat`, 'utf8').split(') ')[1]?.[0];
      } catch {
        return 'gone';
      }
    };
    await expect.poll(state).toMatch(/gone|Z/);
  });

  it('that is stopped while it is prepared does not start, and what was prepared is released', async () => {
    const controller = new AbortController();
    const prepared = Promise.withResolvers<void>();
    const released: string[] = [];
    const command = {
      ...{ name: 'stand-in', file: process.execPath, stopLimitMs: 20_000 },
      args: [
        '-e',
        `require('fs').appendFileSync(${JSON.stringify(join(folder, 'notes'))}, 'start'); setInterval(() => {}, 1e6)`,
      ],
      prepare: async () => {
        await prepared.promise;
        return { env: {}, release: async () => void released.push('once') };
      },
    };
    const running = superviseChild({ command, env: process.env, log, backoff }).run(controller.signal);
    controller.abort();
    prepared.resolve();
    await running;
    expect([released, notes()]).toEqual([['once'], []]);
  });

  it('that cannot be started is retried until the signal', async () => {
    const controller = new AbortController();
    const command = { name: 'absent', file: join(folder, 'absent'), args: [], stopLimitMs: 1_000 };
    const running = superviseChild({ command, env: {}, log, backoff }).run(controller.signal);
    setTimeout(() => controller.abort(), 100);
    await running;
  });
});
