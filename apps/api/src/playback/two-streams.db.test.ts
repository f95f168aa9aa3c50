import { clockDifference, PATIENCE_MS, startChromium } from '@holdfast/testkit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newCamera } from '../exports/test-exports.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage } from '../test-footage.ts';
import { momentsAt, openPlayerPage, playerLoaded } from './test-player-page.ts';

const START = Date.UTC(2026, 0, 1, 12);
const END = START + 80_000;
let test: TestApp;
let browser: Browser;
let admin: string;
let cameraId: string;
let main: number[];
let sub: number[];

/** Both streams are recorded; main was offline for a minute after ten seconds, and sub continued for most of it. */
beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  admin = await test.bootstrap();
  cameraId = await newCamera(test, admin, 'Gate');
  main = await addTestFootage(test, { cameraId, startMs: START, seconds: 20, gapsAfterSeconds: [10], scale: 2 });
  sub = await addTestFootage(test, { cameraId, stream: 'sub', startMs: START + 1_000, seconds: 20 });
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  await test?.close();
});

const get = (url: string) => test.call('GET', url, { token: admin });

interface Listed {
  id: number;
  init: number;
  date: number | undefined;
  isDiscontinuous: boolean;
}

async function playlist(startMs: number, endMs: number, query = ''): Promise<Listed[]> {
  const { status, body } = await get(`/hls/${cameraId}/${startMs}-${endMs}.m3u8${query}`);
  expect(status).toBe(200);
  let init = 0;
  return String(body)
    .split(/(?<=^media.*\n)/m)
    .filter((part) => part.includes('media/'))
    .map((part) => {
      init = Number(/init\/(\d+)/.exec(part)?.[1] ?? init);
      const date = /PROGRAM-DATE-TIME:(.*)/.exec(part)?.[1];
      return {
        id: Number(/media\/(\d+)/.exec(part)?.[1]),
        init,
        date: date === undefined ? undefined : Date.parse(date),
        isDiscontinuous: part.includes('#EXT-X-DISCONTINUITY'),
      };
    });
}

describe('the playlist of a camera whose two streams are recorded', () => {
  it('shows main where it was recorded and sub elsewhere', async () => {
    const listed = await playlist(START, END);
    // Main has ten seconds, and the overlapping segment of sub continues.
    const fillers = sub.slice(4);
    expect(listed.map(({ id }) => id)).toEqual([...main.slice(0, 5), ...fillers, ...main.slice(5)]);
  });

  it('has a new init segment and time at each switch', async () => {
    const listed = await playlist(START, END);
    const turns = listed.filter(({ isDiscontinuous }) => isDiscontinuous);
    expect(turns.map(({ id }) => id)).toEqual([sub[4], main[5]]);
    expect(turns.map(({ init }) => init)).toEqual([sub[4], main[5]]);
    expect(turns.map(({ date = 0 }) => Math.round((date - START) / 100) / 10)).toEqual([9, 70]);
  });

  it('shows main only if just one stream has audio, because players cannot switch', async () => {
    const mute = await newCamera(test, admin, 'Mute');
    const ids = await addTestFootage(test, {
      cameraId: mute,
      startMs: START,
      seconds: 8,
      gapsAfterSeconds: [4],
      scale: 2,
    });
    await addTestFootage(test, { cameraId: mute, stream: 'sub', startMs: START, seconds: 20, hasSound: false });
    const { body } = await get(`/hls/${mute}/${START}-${END}.m3u8`);
    expect([...String(body).matchAll(/media\/(\d+)/g)].map(([, id]) => Number(id))).toEqual(ids);
  });

  it('shows the whole of one stream on request', async () => {
    for (const [stream, ids] of Object.entries({ main, sub }))
      expect((await playlist(START, END, `?stream=${stream}`)).map(({ id }) => id)).toEqual(ids);
  });

  it('agrees with the segment lookup', async () => {
    for (const second of [5, 11, 15, 72]) {
      const at = new Date(START + second * 1000 + 50);
      const { segment_id } = (await get(`/play/${cameraId}?ts=${at.toISOString()}`)).body;
      const listed = (await playlist(at.getTime(), at.getTime() + 1)).map(({ id }) => id);
      expect(listed).toEqual([segment_id]);
    }
  });

  it('plays both in a browser, with the correct time at each picture', async () => {
    const { token } = (await get(`/media-token?camera_id=${cameraId}`)).body;
    const page = await openPlayerPage(
      browser,
      test.app.listeningOrigin,
      `/hls/${cameraId}/${START}-${END}.m3u8?token=${token}`,
    );
    // Ten seconds of main, from the ninth second twelve of sub, and main again from the seventieth.
    for (const [position, second] of [
      [5.05, 5],
      [15.05, 14],
      [25.05, 73],
    ] as const) {
      const { shown, reported } = await momentsAt(page, position);
      const moment = START + second * 1000;
      expect(Math.abs(clockDifference(shown ?? 0, moment)), `shown at ${position}`).toBeLessThan(150);
      expect(Math.abs(reported - moment), `reported at ${position}`).toBeLessThan(150);
    }
    await page.evaluate('load()');
    await playerLoaded(page);
    await page.evaluate('video.playbackRate = 8; video.play()');
    await page.waitForFunction('video.ended', undefined, { timeout: PATIENCE_MS });
    const failures = (await page.evaluate('failures')) as string[];
    expect(failures.filter((failure) => failure !== 'bufferStalledError')).toEqual([]);
    await page.close();
  });

  it('does not switch to sub before the newest segment of main can be indexed', async () => {
    const live = await newCamera(test, admin, 'Live');
    const footage = { cameraId: live, startMs: test.clock.now() - 12_000 };
    const newest = await addTestFootage(test, { ...footage, seconds: 4, scale: 2 });
    const ahead = await addTestFootage(test, { ...footage, stream: 'sub', seconds: 10 });
    const list = async () => {
      const url = `/hls/${live}/${footage.startMs}-${footage.startMs + 3_600_000}.m3u8`;
      return [...String((await get(url)).body).matchAll(/media\/(\d+)/g)].map(([, id]) => Number(id));
    };
    expect(await list()).toEqual(newest);
    test.clock.step(60_000);
    expect(await list()).toEqual([...newest, ...ahead.slice(2)]);
  });
});

it('the time of a camera whose clock is five percent fast is never off by more than half a second', async () => {
  const fast = await newCamera(test, admin, 'Fast');
  await addTestFootage(test, { cameraId: fast, startMs: START, seconds: 60, clockRate: 0.95 });
  const { token } = (await get(`/media-token?camera_id=${fast}`)).body;
  const page = await openPlayerPage(
    browser,
    test.app.listeningOrigin,
    `/hls/${fast}/${START}-${END}.m3u8?token=${token}`,
  );
  for (const position of [5.05, 30.05, 57.05]) {
    const { shown, reported } = await momentsAt(page, position);
    // Three hundred until it is corrected, a hundred within a segment, and a picture.
    expect(Math.abs(clockDifference(shown ?? 0, reported)), `at ${position}`).toBeLessThan(500);
  }
  expect(await page.evaluate('hls.levels[0].details.endCC')).toBe(0);
  await page.close();
});
