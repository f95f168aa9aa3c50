import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLogger } from '../log/logger.ts';
import { every, onRequest } from './task.ts';

const log = createLogger({ name: 'test', level: 'silent' });

describe('a repeated task', () => {
  it('runs at once, never overlaps itself and ends with its signal', async () => {
    const controller = new AbortController();
    let running = 0;
    let rounds = 0;
    let most = 0;
    const task = every(
      'poll',
      1,
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        if (++rounds === 4) controller.abort();
      },
      { log },
    );
    await task.run(controller.signal);
    expect({ rounds, most }).toEqual({ rounds: 4, most: 1 });
  });

  it('does not run together with others that started with it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const beganMs = Date.now();
    const names = ['raised-events', 'exports-1', 'exports-2', 'backups', 'event-janitor', 'footage-gone'];
    const ranMs = new Map<string, number[]>(names.map((name) => [name, []]));
    for (const name of names)
      void every(name, 60_000, () => ranMs.get(name)?.push(Date.now() - beganMs), { log }).run(controller.signal);
    await vi.advanceTimersByTimeAsync(185_000);
    controller.abort();
    for (const [first = 0, second = 0, third = 0] of ranMs.values()) {
      expect(first).toBe(0);
      expect(second).toBeLessThanOrEqual(60_000);
      expect(third - second).toBe(60_000);
    }
    const seconds = [...ranMs.values()].map(([, second = 0]) => second).sort((a, b) => a - b);
    for (const [i, ms] of seconds.slice(1).entries()) expect(ms - (seconds[i] ?? 0)).toBeGreaterThan(100);
  });

  it('runs together with other light ones, whenever they started', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const ranMs = new Set<number>();
    for (const [name, intervalMs] of [
      ['watch', 5_000],
      ['alarms', 5_000],
      ['sweep', 10_000],
      ['storages', 15_000],
    ] as const) {
      void every(name, intervalMs, () => ranMs.add(performance.now()), { log, isLight: true }).run(controller.signal);
      await vi.advanceTimersByTimeAsync(1_300);
    }
    await vi.advanceTimersByTimeAsync(30_000);
    ranMs.clear();
    await vi.advanceTimersByTimeAsync(60_000);
    controller.abort();
    expect(ranMs.size).toBe(12);
  });

  it('asks for its interval before each wait', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const controller = new AbortController();
    const beganMs = Date.now();
    const ranMs: number[] = [];
    const interval = () => (ranMs.length < 3 ? 5_000 : 1_000);
    void every('watch', interval, () => ranMs.push(Date.now() - beganMs), { log }).run(controller.signal);
    await vi.advanceTimersByTimeAsync(20_000);
    controller.abort();
    const [, second = 0, third = 0, fourth = 0, fifth = 0] = ranMs;
    expect([third - second, fourth - third, fifth - fourth]).toEqual([5_000, 1_000, 1_000]);
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
    let rounds = 0;
    const task = every(
      'flaky',
      1,
      () => {
        if (++rounds === 3) return controller.abort();
        throw new Error(`fault ${rounds}`);
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

describe('a task on request', () => {
  it('does nothing until it is requested, and shares one round between requests', async () => {
    const controller = new AbortController();
    const done = Promise.withResolvers<void>();
    let rounds = 0;
    const count = () => {
      rounds += 1;
      done.resolve();
    };
    const { request, task } = onRequest('gather', 5, count, { log });
    const running = task.run(controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rounds).toBe(0);
    for (let i = 0; i < 3; i += 1) request();
    await done.promise;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rounds).toBe(1);
    controller.abort();
    await running;
  });

  it('repeats what failed, without another request', async () => {
    const controller = new AbortController();
    let rounds = 0;
    const { request, task } = onRequest(
      'flaky',
      1,
      () => {
        if (++rounds === 3) return controller.abort();
        throw new Error(`fault ${rounds}`);
      },
      { log, maxBackoffMs: 2 },
    );
    request();
    await task.run(controller.signal);
    expect(rounds).toBe(3);
  });

  it('runs again for a request that came while it ran', async () => {
    const controller = new AbortController();
    let rounds = 0;
    const { request, task } = onRequest(
      'again',
      1,
      () => {
        if (++rounds === 2) controller.abort();
        else request();
      },
      { log },
    );
    request();
    await task.run(controller.signal);
    expect(rounds).toBe(2);
  });
});
