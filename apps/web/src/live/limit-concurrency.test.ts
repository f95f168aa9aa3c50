import { describe, expect, it } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

const deferred = () => {
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { done, finish };
};

describe('a limit on what runs at once', () => {
  it('lets the next in when one is done, in order', async () => {
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

  it('is not used up by what fails', async () => {
    const limit = limitConcurrency(1);
    await expect(limit(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await limit(async () => 'next')).toBe('next');
  });
});
