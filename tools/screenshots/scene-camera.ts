import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GstCamera, startGstCamera } from '@holdfast/testkit';
import type { Browser } from 'playwright-core';

const scenes = ['driveway', 'yard', 'door', 'aisle'];

/** A camera that shows drawn scenes, so that pictures of the product show no real place. */
export async function startSceneCamera(browser: Browser, folder: string): Promise<GstCamera> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const mounts: Record<string, string> = {};
  for (const scene of scenes) {
    const path = join(folder, `${scene}.png`);
    const drawn = readFileSync(join(import.meta.dirname, 'scenes', `${scene}.svg`), 'utf8');
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawn}`);
    await page.screenshot({ path });
    mounts[`/${scene}`] =
      `filesrc location=${path} ! pngdec ! videoconvert ! imagefreeze is-live=true ! video/x-raw,format=I420,framerate=5/1` +
      ' ! x264enc tune=zerolatency speed-preset=ultrafast bitrate=4000 key-int-max=5 ! h264parse config-interval=-1 ! rtph264pay name=pay0 pt=96';
  }
  await page.close();
  return startGstCamera({ mounts });
}
