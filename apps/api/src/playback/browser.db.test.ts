import { randomInt } from 'node:crypto';
import { clockDifference, PATIENCE_MS, startChromium } from '@holdfast/testkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { addTestFootage, TEST_GAP_MS } from '../test-footage.ts';
import { openPlayerPage, playerLoaded, seekTo } from './test-player-page.ts';

const START = Date.UTC(2026, 0, 1, 12);
const SECONDS = 240;
const PICTURES_PER_SECOND = 10;
const GAPS = [80, 160];

let test: TestApp;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  test = await startTestApp(inject('postgresUrl'));
  const admin = await test.bootstrap();
  const created = await test.call('POST', '/config/cameras', {
    token: admin,
    body: { name: 'Gate', main_url: 'rtsp://127.0.0.1:1/x' },
  });
  const cameraId = created.body.id as string;
  const ids = await addTestFootage(test, {
    cameraId,
    startMs: START,
    seconds: SECONDS,
    segmentSeconds: 4,
    gapsAfterSeconds: GAPS,
  });
  expect(ids).toHaveLength(SECONDS / 4);
  const { token } = (await test.call('GET', `/media-token?camera_id=${cameraId}`, { token: admin })).body;
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const playlist = `/hls/${cameraId}/${START}-${START + 3_600_000}.m3u8?token=${token}`;
  browser = await startChromium();
  page = await openPlayerPage(browser, test.app.listeningOrigin, playlist);
});
afterAll(async () => {
  await browser?.close();
  await test?.close();
});

describe('recorded footage in a browser', () => {
  it('is one timeline of all footage without the gaps', async () => {
    expect(Math.abs(Number(await page.evaluate('video.duration')) - SECONDS)).toBeLessThan(2);
  });

  it('shows the right picture at 20 random seeks', async () => {
    // In the middle of a picture, because at its border either neighbour is correct, and not in the last one of a segment, where
    // the player may need its watchdog (the next test).
    const pictures = Array.from({ length: (SECONDS - 2) * 10 }, (_, i) => i).filter((i) => i % 40 !== 39);
    // Forwards: some of these files end up to 21 ms after the next one begins, because ffmpeg cuts the sound elsewhere. A browser that
    // gets them in another order removes the first second of the next.
    const positions = Array.from({ length: 20 }, () => (pictures[randomInt(pictures.length)] ?? 0) / 10 + 0.05).sort(
      (a, b) => a - b,
    );
    const times: number[] = [];
    for (const position of positions) {
      const before = performance.now();
      const clock = (await page.evaluate(`clockAt(${position})`)) as number | undefined;
      times.push(performance.now() - before);
      const gaps = GAPS.filter((seconds) => position >= seconds).length;
      expect(clock, `no clock at ${position}`).toBeDefined();
      // A picture is shown for a tenth of a second, so the correct one began at most that long before the position.
      const late = START + position * 1000 + gaps * TEST_GAP_MS - clockMoment(clock as number);
      expect(Math.abs(late - 50), `at ${position}`).toBeLessThan(100);
    }
    times.sort((a, b) => a - b);
    console.log(`seek to picture: median ${Math.round(times[10] ?? 0)} ms, p95 ${Math.round(times[18] ?? 0)} ms`);
  });

  it('arrives at the end of what is loaded, whatever was loaded before', async () => {
    await page.evaluate('load({})');
    await playerLoaded(page);
    // In this order, hls.js places the end of the second part between two segments and would load neither: its watchdog, which
    // the console has as well, has to help.
    for (const position of [69.95, 157.85, 10, 100]) {
      await seekTo(page, position);
      await page.waitForFunction('hls.mainForwardBufferInfo?.len > 20', undefined, { timeout: PATIENCE_MS });
    }
  });

  it('maps positions to wall-clock time, across the gaps', async () => {
    await page.evaluate('load()');
    await playerLoaded(page);
    for (const position of [10, 102, 182]) {
      await seekTo(page, position);
      const gaps = GAPS.filter((seconds) => position >= seconds).length;
      const wantedMs = START + position * 1000 + gaps * TEST_GAP_MS;
      // The player notices a moment later which segment is shown.
      await expect
        .poll(async () => Math.abs(Number(await page.evaluate('+hls.playingDate')) - wantedMs))
        .toBeLessThan(300);
    }
  });

  it('plays to the end across all segments and both gaps, without stalling, and decodes every picture once', async () => {
    // Reloaded, so that everything in the buffer came from playing.
    await page.evaluate('load()');
    await playerLoaded(page);
    await page.evaluate(`
      window.jumps = [];
      let before = 0;
      video.ontimeupdate = () => { before = video.currentTime; };
      // The player leaves a place where it stalls by seeking over it.
      video.onseeking = () => jumps.push([before, video.currentTime]);
      video.playbackRate = 16;
      video.play();
    `);
    await page.waitForFunction('video.ended', undefined, { timeout: PATIENCE_MS });
    const { failures, jumps, parts, ranges, pictures } = (await page.evaluate(`({
      failures,
      jumps,
      parts: [...parts.values()],
      ranges: Array.from({ length: video.buffered.length }, (_, i) => [video.buffered.start(i), video.buffered.end(i)]),
      pictures: video.getVideoPlaybackQuality().totalVideoFrames,
    })`)) as {
      failures: string[];
      jumps: [number, number][];
      parts: { sn: number; start: number; end: number }[];
      ranges: [number, number][];
      pictures: number;
    };
    // Waiting on a busy machine is fine; being stuck, or having to jump, is a fault.
    expect(failures.filter((failure) => failure !== 'bufferStalledError')).toEqual([]);
    expect(jumps).toEqual([]);
    // One stretch without a hole, from the first picture to the last.
    expect(ranges).toEqual([[expect.closeTo(0, 1), expect.closeTo(SECONDS, 0)]]);
    expect(pictures).toBe(SECONDS * PICTURES_PER_SECOND);
    parts.sort((a, b) => a.sn - b.sn);
    expect(parts.map(({ sn }) => sn)).toEqual(Array.from({ length: SECONDS / 4 }, (_, sn) => sn));
    const holes = parts.filter(({ start }, i) => Math.abs(start - (parts[i - 1]?.end ?? 0)) > 0.1);
    expect(holes).toEqual([]);
  });
});

/** The clock contains some of the digits; the others are the same for all of this footage. */
const clockMoment = (clock: number) => START + clockDifference(clock, START);
