import { describe, expect, it } from 'vitest';
import { singleFlight } from './single-flight.ts';

describe('single flight', () => {
  it('shares one call between callers with the same key', async () => {
    const flight = singleFlight<number>();
    let calls = 0;
    const work = async () => ++calls;
    expect(await Promise.all([flight('a', work), flight('a', work), flight('b', work)])).toEqual([1, 1, 2]);
  });

  it('starts again after a call settled, also after a failure', async () => {
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

  it('lets a caller leave and continues for the others', async () => {
    const flight = singleFlight<string>();
    const leaver = new AbortController();
    const landing = Promise.withResolvers<string>();
    let abandoned: AbortSignal | undefined;
    const work = (signal: AbortSignal) => {
      abandoned = signal;
      return landing.promise;
    };
    const left = flight('a', work, leaver.signal);
    const stayed = flight('a', work, new AbortController().signal);
    leaver.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(abandoned?.aborted).toBe(false);
    landing.resolve('here');
    expect(await stayed).toBe('here');
  });

  it('aborts the work when all callers have left, and starts again for the next', async () => {
    const flight = singleFlight<string>();
    const leavers = [new AbortController(), new AbortController()];
    const abandoned = Promise.withResolvers<string>();
    const endless = (signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          abandoned.resolve('aborted');
          reject(signal.reason);
        });
      });
    const asked = leavers.map(({ signal }) => flight('a', endless, signal));
    await Promise.resolve();
    for (const leaver of leavers) leaver.abort(new Error('gone'));
    await expect(Promise.allSettled(asked)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(await abandoned.promise).toBe('aborted');
    expect(await flight('a', async () => 'anew', new AbortController().signal)).toBe('anew');
  });

  it('does not start for a caller whose signal has already aborted', async () => {
    const flight = singleFlight<string>();
    await expect(
      flight('a', () => Promise.reject(new Error('begun')), AbortSignal.abort(new Error('gone'))),
    ).rejects.toThrow('gone');
  });
});
