import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { every } from './task.ts';

const log = createLogger({ name: 'test', level: 'silent' });

describe('a repeated task', () => {
  it('runs at once, never overlaps itself and ends with its signal', async () => {
    const controller = new AbortController();
    let running = 0;
    let runs = 0;
    let most = 0;
    const task = every(
      'poll',
      1,
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        if (++runs === 4) controller.abort();
      },
      { log },
    );
    await task.run(controller.signal);
    expect({ runs, most }).toEqual({ runs: 4, most: 1 });
  });

  it('logs an error and continues', async () => {
    const lines: string[] = [];
    const listening = createLogger({
      name: 't',
      level: 'error',
      format: 'json',
      stream: { write: (l) => void lines.push(l) },
    });
    const controller = new AbortController();
    let runs = 0;
    const task = every(
      'flaky',
      1,
      () => {
        if (++runs === 3) return controller.abort();
        throw new Error(`fault ${runs}`);
      },
      { log: listening, maxBackoffMs: 2 },
    );
    await task.run(controller.signal);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { task: 'flaky', failures: 1, err: { message: 'fault 1' } },
      { task: 'flaky', failures: 2, err: { message: 'fault 2' } },
    ]);
  });

  it('ends quietly when the abort makes its work throw', async () => {
    const controller = new AbortController();
    const task = every(
      'x',
      1,
      () => {
        controller.abort();
        throw new Error('interrupted');
      },
      { log },
    );
    await task.run(controller.signal);
  });
});
