import type { Client } from '@holdfast/client';
import { toPlate } from '@holdfast/domain';
import { freePort } from '@holdfast/testkit';
import type { Browser } from 'playwright-core';
import { type FootageInstallation, openFootageInstallation } from './footage-installation.ts';

export interface PlatesInstallation extends FootageInstallation {
  cameraId: string;
  /** Footage of the camera begins here, 30 seconds long. */
  startMs: number;
  /** A read of the built-in reader, through the API; returns its id. */
  post(read: { plate: string; ts?: string; crop?: string }): Promise<string>;
  /** A read of each engine a second apart, so that both are one pass. */
  addPass(pass: { atMs: number; native: string; external: string }): Promise<void>;
}

/** Letters and a script beyond Latin; characters that mean something in HTML and in PDF. */
export const CAMERA_NAME = 'Ворота (1) \\ <b>';

/** The product with plates enabled and a camera that both engines read. */
export async function openPlatesInstallation(postgresUrl: string): Promise<PlatesInstallation> {
  const port = await freePort();
  const installation = await openFootageInstallation(postgresUrl, {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const { admin, product, archive } = installation;
  await admin.lprConfig.update({ body: { enabled: true } });
  const cameraId = await installation.addCamera(CAMERA_NAME);
  await admin.cameras.updateLpr({ params: { id: cameraId }, body: { engine: 'both' } });
  const startMs = Math.floor(Date.now() / 1000) * 1000 - 1_800_000;
  await installation.addFootage({ cameraId, startMs, seconds: 30 });
  const worker: Client = product.client((await admin.lprConfig.rotateToken()).token);
  let sent = 0;
  return {
    ...installation,
    cameraId,
    startMs,
    post: async ({ plate, ts, crop }) => {
      const { id } = await worker.plates.ingest({
        body: {
          camera_id: cameraId,
          plate,
          confidence: 0.93,
          provider_event_id: `read ${++sent}`,
          bbox: [0.4, 0.5, 0.2, 0.1],
          ...(ts !== undefined && { ts }),
          ...(crop !== undefined && { crop_jpeg: crop }),
        },
      });
      if (id === undefined) throw new Error(`the read of ${plate} was dropped`);
      return id;
    },
    addPass: async ({ atMs, native, external }) => {
      const rows = [
        { sourceId: 'native-alpr', plate: native, ts: new Date(atMs) },
        { sourceId: 'external', plate: external, ts: new Date(atMs + 1000) },
      ].map((read) => ({
        ...read,
        cameraId,
        providerEventId: `pass ${++sent}`,
        plate: toPlate(read.plate),
        plateRaw: read.plate,
        confidence: 0.8,
      }));
      await archive.db.insertInto('plateRead').values(rows).execute();
    },
  };
}

/** A picture of a plate as base64 of a JPEG. */
export async function drawPlate(browser: Browser, text: string): Promise<string> {
  const page = await browser.newPage();
  const url = await page.evaluate((plate) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 260, height: 64 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#f5d90a';
    context.fillRect(0, 0, 260, 64);
    context.fillStyle = '#000000';
    context.font = 'bold 46px sans-serif';
    context.fillText(plate, 10, 50);
    return canvas.toDataURL('image/jpeg');
  }, text);
  await page.close();
  return url.slice(url.indexOf(',') + 1);
}
