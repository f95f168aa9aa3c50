import { describe, expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

describe('single flight', () => {
  it('shares one run between callers with the same key', async () => {
    const flight = singleFlight<number>();
    let runs = 0;
    const work = async () => ++runs;
    expect(await Promise.all([flight('a', work), flight('a', work), flight('b', work)])).toEqual([1, 1, 2]);
  });

  it('starts anew after a run settled, also after a failure', async () => {
    const flight = singleFlight<string>();
    await expect(flight('a', () => Promise.reject(new Error('first')))).rejects.toThrow('first');
    expect(await flight('a', async () => 'second')).toBe('second');
  });

  it('turns a synchronous throw into a rejection and forgets it', async () => {
    const flight = singleFlight<string>();
    const explode = () => {
      throw new Error('at once');
    };
    await expect(flight('a', explode)).rejects.toThrow('at once');
    expect(await flight('a', async () => 'fine')).toBe('fine');
  });
});
