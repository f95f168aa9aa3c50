import type { Client } from '@holdfast/client';
import { startSceneCamera } from '@holdfast/testkit';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type FootageInstallation, openFootageInstallation } from './footage-installation.ts';

type Events = Awaited<ReturnType<Client['events']['list']>>['items'];
type Clips = Awaited<ReturnType<Client['clips']['list']>>['clips'];

/** The product recording a camera; something drives past in front of it on request. */
export interface FeedScene {
  installation: FootageInstallation;
  yard: string;
  sendFrames(count: number): Promise<void>;
  events(): Promise<Events>;
  clips(): Promise<Clips>;
  /** The picture analysis has learnt the scene. */
  untilWatching(): Promise<void>;
  /** Something drives past until its event has ended; returns the time, by the clock of this machine. */
  drivePast(meanwhile?: () => Promise<unknown>): Promise<{ fromMs: number; toMs: number }>;
  close(): Promise<void>;
}

export const until = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { interval: 200 });
export const cards = (page: Page) =>
  page.getByRole('region', { name: 'Events and clips' }).locator('article[data-clip]');
/** The video that is shown, as the browser plays it. */
export const played = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    return video && video.videoWidth > 0 ? video.currentTime : 0;
  });

/** On a PostgreSQL where it may create a database. */
export async function openFeedScene(postgresUrl: string): Promise<FeedScene> {
  await using onFailure = new AsyncDisposableStack();
  const camera = await startSceneCamera();
  onFailure.defer(() => camera.stop());
  const installation = await openFootageInstallation(postgresUrl);
  onFailure.defer(() => installation.close());
  const { admin } = installation;
  const body = { name: 'Yard', main_url: camera.url, motion_pixel_enabled: true };
  const yard = (await admin.cameras.create({ body })).id;
  const events: FeedScene['events'] = async () => (await admin.events.list({ query: { camera_ids: [yard] } })).items;
  const sendFrames: FeedScene['sendFrames'] = async (count) => {
    const from = camera.frames();
    await until(() => camera.frames()).toBeGreaterThanOrEqual(from + count);
  };
  const resources = onFailure.move();
  return {
    installation,
    yard,
    sendFrames,
    events,
    clips: async () => (await admin.clips.list({ query: { camera_ids: [yard] } })).clips,
    untilWatching: () =>
      until(async () => {
        const { view } = await admin.motion.grid({ params: { id: yard } });
        return view !== null && !view.moving;
      }).toBe(true),
    drivePast: async (meanwhile = async () => undefined) => {
      const before = (await events()).length;
      const fromMs = Date.now();
      camera.setMoving(true);
      await until(async () => (await events()).length).toBe(before + 1);
      await meanwhile();
      await sendFrames(40);
      camera.setMoving(false);
      await until(async () => (await events())[0]?.end_ts).not.toBeNull();
      return { fromMs, toMs: Date.now() };
    },
    close: () => resources.disposeAsync(),
  };
}
