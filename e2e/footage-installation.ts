import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@holdfast/client';
import { connect, createPool } from '@holdfast/db';
import { createTestDatabase } from '@holdfast/testkit';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { addTestFootage, type TestArchive, type TestFootage } from '../apps/api/src/test-footage.ts';
import { closeBrowser, openBrowser, openPage } from './console-browser.ts';
import { type RunningProduct, startProduct } from './running-product.ts';
import { signedInState } from './sign-in.ts';

const ANN = { username: 'ann', password: 'correct horse' };

/** The product with footage from before the test, and a browser. */
export interface FootageInstallation {
  product: RunningProduct;
  browser: Browser;
  archive: TestArchive;
  admin: Client;
  /** Errors that all pages have reported so far. */
  complaints: string[];
  /** A disabled camera, so that it has only the footage that is added here. */
  addCamera(name: string): Promise<string>;
  addFootage(footage: TestFootage): Promise<void>;
  /** Deletes the footage of this camera from the index. */
  forgetFootage(cameraId: string): Promise<void>;
  /** Sets the frame rate of a camera. */
  addRate(rate: { cameraId: string; fps: number }): Promise<void>;
  /** Sets the reason for a gap of a camera. */
  addGap(gap: { cameraId: string; startMs: number; endMs: number; reason: string }): Promise<void>;
  /** Opens a screen as the administrator. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** On a PostgreSQL where it may create a database. */
export async function openFootageInstallation(
  postgresUrl: string,
  env: Record<string, string> = {},
): Promise<FootageInstallation> {
  await using onFailure = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-footage-installation-'));
  onFailure.defer(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'footage'), { recursive: true });
  const database = await createTestDatabase(postgresUrl);
  onFailure.defer(() => database.drop());
  const product = await startProduct(dataDir, { DATABASE_URL: database.connectionString, ...env });
  onFailure.defer(async () => void (await product.stop()));
  const pool = createPool({ connectionString: database.connectionString, poolSize: 2 });
  onFailure.defer(() => pool.end());
  const browser = await openBrowser();
  onFailure.defer(() => closeBrowser(browser));
  const archive: TestArchive = { db: connect(pool), dataDir };
  const { token } = await product.client().auth.bootstrap({ body: ANN });
  const admin = product.client(token);
  const storageState = await signedInState(product.baseUrl, ANN);
  const complaints: string[] = [];
  // A recorder that ran all the time, so that every gap has a reason.
  await pool.query(`insert into recorder_run (started_at, beat_at) values (now() - interval '400 days', now())`);
  const resources = onFailure.move();
  return {
    product,
    browser,
    archive,
    admin,
    complaints,
    addCamera: async (name) => {
      const { id } = await admin.cameras.create({
        body: { name, main_url: 'rtsp://127.0.0.1:1/none', enabled: false },
      });
      await pool.query(`update camera set created_at = now() - interval '400 days' where id = $1`, [id]);
      return id;
    },
    addFootage: async (footage) => void (await addTestFootage(archive, footage)),
    forgetFootage: async (cameraId) => {
      await pool.query('delete from segment where camera_id = $1', [cameraId]);
    },
    addRate: async ({ cameraId, fps }) => {
      await pool.query(
        `insert into stream_facts (camera_id, stream, codec, fps, seen_at) values ($1, 'main', 'h264', $2, now())`,
        [cameraId, fps],
      );
    },
    addGap: async ({ cameraId, startMs, endMs, reason }) => {
      await pool.query(
        `insert into stream_state_change (camera_id, stream, ts, reason) values ($1, 'main', $2, $4), ($1, 'main', $3, null)`,
        [cameraId, new Date(startMs), new Date(endMs), reason],
      );
    },
    open: async (path, options) => {
      const { page, complaints: own } = await openPage(browser, product.baseUrl, { ...options, storageState });
      own.push = (...text: string[]) => complaints.push(...text);
      await page.goto(`${product.baseUrl}${path}`);
      return page;
    },
    close: () => resources.disposeAsync(),
  };
}
