import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it, vi } from 'vitest';

// Starts processes, which is slow on busy machines.
vi.setConfig({ testTimeout: 60_000 });

const kit = JSON.stringify(new URL('../index.ts', import.meta.url).href);
const preamble = `
  const { createLogger, ExitWith, runUntilSignal, sleep } = await import(${kit});
  const log = createLogger({ name: 'child', level: 'info', format: 'json' });
  const say = (what) => process.stdout.write(what + '\\n');
  const patient = { name: 'patient', run: async (signal) => { say('ready'); await sleep(1e9, signal); say('task ended'); } };
  const stubborn = { name: 'stubborn', run: () => new Promise(() => {}) };
`;

const children = new Set<ChildProcess>();
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

const start = (body: string) => {
  const spawned = spawn(process.execPath, ['--input-type=module', '-e', preamble + body], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(spawned);
  let output = '';
  spawned.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  spawned.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  return {
    process: spawned,
    printed: async (what: string) => {
      while (!output.includes(what)) {
        if (spawned.stdout!.readableEnded) throw new Error(`it ended without "${what}":\n${output}`);
        await Promise.race([once(spawned.stdout!, 'data'), once(spawned.stdout!, 'end')]);
      }
    },
    ended: async () => {
      // Not 'close', which is not emitted after this side closed the IPC channel.
      const [[code]] = await Promise.all([
        once(spawned, 'exit'),
        once(spawned.stdout!, 'end'),
        once(spawned.stderr!, 'end'),
      ]);
      return { code, output };
    },
  };
};

// Concurrent, because they mostly wait.
describe.concurrent('running until a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops tasks, then runs the closers last to first, on %s', async (signal) => {
    const child = start(
      `await runUntilSignal({ log, tasks: [patient], closers: [() => say('first'), async () => say('last')], hardLimitMs: 60000 });`,
    );
    await child.printed('ready');
    child.process.kill(signal);
    const { code, output } = await child.ended();
    expect(code).toBe(0);
    expect(output.match(/^(task ended|first|last)$/gm)).toEqual(['task ended', 'last', 'first']);
  });

  it('treats signals in quick succession as one', async () => {
    const child = start(
      `await runUntilSignal({ log, tasks: [patient], closers: [() => sleep(400)], hardLimitMs: 60000 });`,
    );
    await child.printed('ready');
    // Both are there when it goes on, so that no delay of this process comes between them.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) child.process.kill(signal);
    expect((await child.ended()).code).toBe(0);
  });

  it('exits at once on a second signal', async () => {
    const child = start(`await runUntilSignal({ log, tasks: [patient, stubborn], hardLimitMs: 600000 });`);
    await child.printed('ready');
    child.process.kill('SIGTERM');
    await child.printed('task ended');
    await new Promise((resolve) => setTimeout(resolve, 400));
    child.process.kill('SIGTERM');
    expect((await child.ended()).code).toBe(143);
  });

  it('gives up at the hard limit and names the task that hung', async () => {
    const child = start(`await runUntilSignal({ log, tasks: [patient, stubborn], hardLimitMs: 50 });`);
    await child.printed('ready');
    child.process.kill('SIGTERM');
    const { code, output } = await child.ended();
    expect(code).toBe(1);
    expect(output).toMatch(/"hung":\["stubborn"\]/);
  });

  it('stops the rest and exits non-zero when a task fails', async () => {
    const child = start(
      `await runUntilSignal({ log, tasks: [patient, { name: 'bad', run: async () => { throw new Error('broke'); } }], hardLimitMs: 60000 });`,
    );
    const { code, output } = await child.ended();
    expect(code).toBe(1);
    expect(output).toContain('task ended');
    expect(output).toContain('broke');
  });

  it('prints only the sentence of an ExitWith and exits with its code', async () => {
    const child = start(
      `await runUntilSignal({ log, tasks: [{ name: 'bad', run: async () => { throw new ExitWith(78, 'Not like this.'); } }], hardLimitMs: 60000 });`,
    );
    const { code, output } = await child.ended();
    expect(code).toBe(78);
    expect(output).toBe('Not like this.\n');
  });

  it('runs the other closers and exits non-zero when one fails', async () => {
    const child = start(
      `await runUntilSignal({ log, tasks: [], closers: [() => say('first'), () => { throw new Error('stuck'); }], hardLimitMs: 60000 });`,
    );
    const { code, output } = await child.ended();
    expect(code).toBe(1);
    expect(output).toMatch(/^first$/m);
  });

  it('stops when its parent is gone', async () => {
    const child = start(`await runUntilSignal({ log, tasks: [patient], hardLimitMs: 60000 });`);
    await child.printed('ready');
    child.process.disconnect();
    expect((await child.ended()).code).toBe(0);
  });
});
