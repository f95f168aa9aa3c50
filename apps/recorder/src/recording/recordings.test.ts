import type { WantedRecording } from '@holdfast/domain';
import { createLogger } from '@holdfast/kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecordings } from './recordings.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const wanted = (cameraId: string, audio = false): WantedRecording => ({
  key: `${cameraId} ${audio}`,
  cameraId,
  stream: 'main',
  storageId: 'disk',
  audio,
  mode: 'continuous',
});

/** Recordings that take a while to end, as real ones do. */
function slowRecordings() {
  const events: string[] = [];
  const captures = createRecordings({
    log,
    record: async ({ key }, signal) => {
      events.push(`begin ${key}`);
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 20)));
      events.push(`end ${key}`);
    },
  });
  return { captures, events };
}
/** Longer than a recording takes to end. */
const settle = () => vi.advanceTimersByTimeAsync(60);
const stopped = async (captures: ReturnType<typeof createRecordings>) => {
  const ended = captures.stop();
  await settle();
  await ended;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a change restarts only what it touches', () => {
  it('ends the old recording of a stream before the new one begins, and leaves the others alone', async () => {
    const { captures, events } = slowRecordings();
    captures.set([wanted('gate'), wanted('yard')]);
    await settle();
    captures.set([wanted('gate', true), wanted('yard')]);
    await settle();
    expect(events).toEqual(['begin gate false', 'begin yard false', 'end gate false', 'begin gate true']);
    await stopped(captures);
    expect(events.slice(4).toSorted()).toEqual(['end gate true', 'end yard false']);
  });

  it('a second change before the old recording has ended starts nothing twice', async () => {
    const { captures, events } = slowRecordings();
    captures.set([wanted('gate')]);
    await settle();
    captures.set([wanted('gate', true)]);
    captures.set([wanted('gate')]);
    await settle();
    expect(events).toEqual(['begin gate false', 'end gate false', 'begin gate false']);
    await stopped(captures);
    captures.set([wanted('gate')]);
    await settle();
    expect(events).toHaveLength(4);
  });

  it('a recording that failed is started again the next time', async () => {
    let tries = 0;
    const captures = createRecordings({
      log,
      record: async () => {
        tries += 1;
        throw new Error('unexpected');
      },
    });
    captures.set([wanted('gate')]);
    await settle();
    captures.set([wanted('gate')]);
    await settle();
    expect(tries).toBe(2);
    await stopped(captures);
  });
});
