import { once } from 'node:events';
import type { FrameRequest } from '@holdfast/media';
import { until } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { MAX_WAITING } from './recorded-frame.ts';
import { nextConnection } from './test-arriving.ts';

const START = Date.UTC(2026, 4, 4, 12);
const SECONDS = 2;
/** The concurrency of the app under test. */
const AT_ONCE = 2;
let test: TestApp;
let token: string;
let address: string;
let cameraId: string;
let started: FrameRequest[] = [];
let ended = 0;
let release = () => {};
let hold: Promise<void> = Promise.resolve();

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'), {
    aroundExtractFrame: (real) => async (request) => {
      started.push(request);
      await Promise.race([hold, new Promise((resolve) => request.signal?.addEventListener('abort', resolve))]);
      const result = await real(request);
      ended += 1;
      return result;
    },
  });
  token = await test.bootstrap();
  const made = await test.call('POST', '/config/cameras', {
    token,
    body: { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' },
  });
  cameraId = made.body.id;
  await addTestFootage(test, { cameraId, startMs: START, seconds: SECONDS });
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test?.close());
beforeEach(() => {
  [started, ended] = [[], 0];
  hold = new Promise((resolve) => {
    release = resolve;
  });
});
afterEach(() => release());

/** A time and width that no other test requests. */
const still = (atMs: number, { signal, width = 64 }: { signal?: AbortSignal; width?: number } = {}) =>
  fetch(`${address}/cameras/${cameraId}/frame.jpg?ts=${new Date(START + atMs).toISOString()}&width=${width}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: signal ?? null,
  }).then(
    ({ status }) => status,
    () => 'left' as const,
  );
/** Occupies all decoders, so that the next request has to wait. */
async function occupy(width: number): Promise<Promise<number | 'left'>[]> {
  const working = Array.from({ length: AT_ONCE }, (_, i) => still(i, { width }));
  await until(() => started.length === AT_ONCE);
  return working;
}

describe('stills of recorded moments', () => {
  it('are made once for all callers, and cached', async () => {
    const asked = Array.from({ length: 12 }, () => still(500));
    await until(() => started.length > 0);
    release();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    expect(await still(500)).toBe(200);
    expect([started.length, ended]).toEqual([1, 1]);
  });

  it('that all callers have left are never started, and the wanted one is next', async () => {
    const working = await occupy(66);
    const scrub = new AbortController();
    const passed = Array.from({ length: 30 }, (_, i) => still(100 + i, { signal: scrub.signal, width: 66 }));
    const waitsFor = (count: number) => until(() => test.stillsWaiting() === count);
    await waitsFor(30);
    const wanted = still(900, { width: 66 });
    await waitsFor(31);
    scrub.abort();
    expect(new Set(await Promise.all(passed))).toEqual(new Set(['left']));
    await waitsFor(1);
    release();
    expect(await wanted).toBe(200);
    expect(await Promise.all(working)).toEqual([200, 200]);
    expect(started.slice(AT_ONCE).map(({ offsetMs }) => offsetMs)).toEqual([900]);
  });

  it('in progress are cancelled when all callers have left', async () => {
    const left = new AbortController();
    const asked = still(700, { signal: left.signal, width: 68 });
    await until(() => started.length === 1);
    left.abort();
    expect(await asked).toBe('left');
    await until(() => started[0]?.signal?.aborted);
    release();
    // Nothing of it is cached, and the next caller gets the picture.
    expect(await still(700, { width: 68 })).toBe(200);
    expect(started.length).toBe(2);
  });

  it('are still made for the remaining callers when one leaves', async () => {
    const working = await occupy(70);
    // One after the other: a picture that waits does not show for how many callers.
    const stayer = still(800, { width: 70 });
    await until(() => test.stillsWaiting() === 1);
    const left = new AbortController();
    const arriving = nextConnection(test.app.server);
    const leaver = still(800, { signal: left.signal, width: 70 });
    const noticed = once(await arriving, 'close');
    await test.call('GET', '/cameras', { token });
    left.abort();
    expect(await leaver).toBe('left');
    await noticed;
    release();
    expect(await stayer).toBe(200);
    await Promise.all(working);
    expect(started.length).toBe(AT_ONCE + 1);
  });

  it('are refused with 429 when too many are waiting, and the waiting ones are made', async () => {
    const working = await occupy(72);
    const left = new AbortController();
    const patient = still(50, { width: 72 });
    const others = Array.from({ length: MAX_WAITING - 1 }, (_, i) =>
      still(100 + i, { signal: left.signal, width: 72 }),
    );
    await until(() => test.stillsWaiting() === MAX_WAITING);
    const url = `/cameras/${cameraId}/frame.jpg?ts=${new Date(START + 1_000).toISOString()}&width=72`;
    const refused = await test.call('GET', url, { token });
    expect([refused.status, refused.body.type]).toEqual([429, '/problems/too-many-stills']);
    expect(refused.headers['retry-after']).toBe('1');
    left.abort();
    await Promise.all(others);
    release();
    expect(new Set(await Promise.all([...working, patient]))).toEqual(new Set([200]));
  });
});
