import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@holdfast/client';
import { createTestDatabase, freePort, type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { closeBrowser, openBrowser, openPage } from './console-browser.ts';
import { type RunningProduct, startProduct } from './running-product.ts';
import { keepSessions } from './sign-in.ts';

export const ADMIN = { username: 'ann', password: 'correct horse' };

/** Settings of a camera without motion analysis, which would cost as much as the rest of the recorder. */
export const withoutMotionAnalysis = { motion_pixel_enabled: false };

export interface PageOptions extends BrowserContextOptions {
  /** Reaches the product through this port instead of its own. */
  throughPort?: number;
}

/** A running product with a camera and a browser. */
export interface ConsoleInstallation {
  product: RunningProduct;
  camera: GstCamera;
  browser: Browser;
  /** Errors that all pages have reported so far. */
  complaints: string[];
  open(path: string, options?: PageOptions): Promise<Page>;
  /** Opens a screen as the signed-in administrator. */
  openAs(user: { username: string; password: string }, path: string, options?: PageOptions): Promise<Page>;
  admin(): Promise<Client>;
  /** Stops the product and starts it again in place. */
  restart(whileAway?: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** On a PostgreSQL where it may create a database. */
export async function openConsole(postgresUrl: string, env: Record<string, string> = {}): Promise<ConsoleInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-console-'));
  await mkdir(join(dataDir, 'footage'));
  const database = await createTestDatabase(postgresUrl);
  const places = {
    PORT: String(await freePort()),
    RTSP_PORT: String(await freePort()),
    DATABASE_URL: database.connectionString,
    ...env,
  };
  const [started, camera, browser] = await Promise.all([
    startProduct(dataDir, places),
    startGstCamera({ mounts: { '/main': gstLaunch.h264({ size: '320x180', fps: 5, keyframeEvery: 5 }) } }),
    openBrowser(),
  ]);
  let product = started;
  const complaints: string[] = [];
  const sessionOf = keepSessions();
  let admin: Promise<Client> | undefined;
  const originFor = ({ throughPort }: PageOptions = {}) =>
    throughPort === undefined ? product.baseUrl : `http://127.0.0.1:${throughPort}`;
  const open: ConsoleInstallation['open'] = async (path, options) => {
    const { throughPort: _port, ...contextOptions } = options ?? {};
    const watched = await openPage(browser, originFor(options), contextOptions);
    watched.complaints.push = (...text: string[]) => complaints.push(...text);
    await watched.page.goto(`${originFor(options)}${path}`);
    return watched.page;
  };
  return {
    get product() {
      return product;
    },
    camera,
    browser,
    complaints,
    open,
    openAs: async (user, path, options) => {
      const storageState = await sessionOf(originFor(options), user);
      return open(path, { ...options, storageState });
    },
    admin: () => {
      admin ??= product
        .client()
        .auth.login({ body: ADMIN })
        .then(({ token }) => product.client(token));
      return admin;
    },
    restart: async (whileAway = async () => undefined) => {
      await product.stop();
      try {
        await whileAway();
      } finally {
        product = await startProduct(dataDir, places);
      }
    },
    close: async () => {
      await closeBrowser(browser);
      await camera.stop();
      await product.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
