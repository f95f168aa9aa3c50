import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@holdfast/client';
import { expect } from 'vitest';
import { freeDemoPorts, type RunningProduct, startProduct } from './running-product.ts';

export const DEMO_CAMERAS = ['Front door', 'Street', 'Street at night'];

/** The running demo, in a data folder of its own. */
export interface DemoInstallation {
  readonly product: RunningProduct;
  /** As the administrator, once the simulated cameras are running. */
  signedIn(): Promise<Client>;
  /** Stops the demo and starts it again in place; returns its exit code. */
  restart(): Promise<number | null>;
  close(): Promise<void>;
}

export async function openDemo(): Promise<DemoInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-demo-'));
  await chmod(dataDir, 0o711);
  const env = await freeDemoPorts();
  let product = await startProduct(dataDir, env, 'demo');
  return {
    get product() {
      return product;
    },
    signedIn: async () => {
      await expect.poll(() => product.output()).toContain('Demo: sign in at');
      const password = (await readFile(join(dataDir, 'demo', 'password'), 'utf8')).trim();
      const { token } = await product.client().auth.login({ body: { username: 'admin', password } });
      // The sign-in is printed while the simulated cameras are still being prepared.
      await expect.poll(() => product.output()).toContain('Demo: the simulated cameras are running.');
      return product.client(token);
    },
    restart: async () => {
      const code = await product.stop();
      product = await startProduct(dataDir, env, 'demo');
      return code;
    },
    close: async () => {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
