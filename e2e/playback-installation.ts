import type { BrowserContextOptions, Page } from 'playwright-core';
import { type FootageInstallation, openFootageInstallation } from './footage-installation.ts';

export const MINUTE_MS = 60_000;
const SECONDS = 200;
export const GAP_AFTER_SECONDS = 120;
const dayOf = (ms: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: 'Europe/Berlin' }).format(ms);
/**
 * Whole minutes, so that the times in expectations are readable. All footage is of one day of the page: a typed time, and a
 * chosen day, mean the day that is shown.
 */
export const T0 = [30, 40]
  .map((minutes) => Math.floor(Date.now() / MINUTE_MS - minutes) * MINUTE_MS)
  .find((ms) => dayOf(ms) === dayOf(ms + 5 * MINUTE_MS)) as number;
export const GAP = { startMs: T0 + GAP_AFTER_SECONDS * 1000, endMs: T0 + GAP_AFTER_SECONDS * 1000 + MINUTE_MS };
export const HOSTILE = '<script>alert(1)</script> &amp; بوابة';

/** The product with footage of four cameras, which all begins at the same moment. */
export interface PlaybackInstallation extends FootageInstallation {
  /** With a gap of a minute, during which it was offline. */
  gate: string;
  /** Without a gap, and a minute longer. */
  yard: string;
  /** Its name is markup. */
  hostile: string;
  /** Its footage is H.265, which the browser cannot play. */
  hevc: string;
  /** Opens playback of these cameras, so many seconds after the beginning of the footage. */
  watch(cameras: string[], seconds: number, options?: BrowserContextOptions): Promise<Page>;
}

/** The time so many seconds after the beginning of the footage. */
export const at = (seconds: number): number => T0 + seconds * 1000;

/** On a PostgreSQL where it may create a database. */
export async function openPlaybackInstallation(postgresUrl: string): Promise<PlaybackInstallation> {
  const installation = await openFootageInstallation(postgresUrl);
  const gate = await installation.addCamera('Gate');
  const yard = await installation.addCamera('Yard');
  const hostile = await installation.addCamera(HOSTILE);
  const hevc = await installation.addCamera('Hevc');
  const footage = { startMs: T0, seconds: SECONDS, segmentSeconds: 4 };
  await installation.addFootage({ ...footage, cameraId: gate, gapsAfterSeconds: [GAP_AFTER_SECONDS] });
  await installation.addFootage({ ...footage, cameraId: yard, seconds: SECONDS + 60 });
  await installation.addFootage({ ...footage, cameraId: hostile, seconds: 60 });
  await installation.addFootage({ ...footage, cameraId: hevc, seconds: 20, codec: 'h265' });
  await installation.addGap({ cameraId: gate, ...GAP, reason: 'offline' });
  await installation.addRate({ cameraId: gate, fps: 10 });
  const watch: PlaybackInstallation['watch'] = (cameras, seconds, options) =>
    installation.open(`/ui/playback?cameras=${cameras.join(',')}&at=${new Date(at(seconds)).toISOString()}`, options);
  return { ...installation, gate, yard, hostile, hevc, watch };
}
