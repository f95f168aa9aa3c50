import { describe, expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

const deferred = () => {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { done, finish };
};

describe('a concurrency limit', () => {
  it('starts the next task when one ends, in order', async () => {
    const limit = limitConcurrency(2);
    const begun: number[] = [];
    const works = [1, 2, 3, 4].map((number) => ({ number, ...deferred() }));
    const all = works.map((work) =>
      limit(async () => {
        begun.push(work.number);
        await work.done;
        return work.number;
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([1, 2]);
    works[1]?.finish();
    await all[1];
    await new Promise((resolve) => setTimeout(resolve));
    expect(begun).toEqual([1, 2, 3]);
    for (const work of works) work.finish();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it.each([0, 1, 2, 3, 4])('holds for a task that arrives %i turns after the previous one has ended', async (turns) => {
    const limit = limitConcurrency(1);
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve));
      running -= 1;
    };
    const { done, finish } = deferred();
    const first = limit(() => done);
    const second = limit(work);
    const turnsLater = Array.from({ length: turns }).reduce<Promise<void>>((turn) => turn.then(), done);
    const third = turnsLater.then(() => limit(work));
    finish();
    await Promise.all([first, second, third]);
    expect(most).toBe(1);
  });

  it('is not used up by failed tasks', async () => {
    const limit = limitConcurrency(1);
    await expect(limit(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await limit(async () => 'next')).toBe('next');
  });
});
