import type { Client } from '@holdfast/client';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ClockCameras, startClockCameras } from './clock-cameras.ts';
import { isConnectionError } from './console-browser.ts';
import {
  ADMIN,
  type ConsoleInstallation,
  openConsole,
  type PageOptions,
  withoutMotionAnalysis,
} from './console-installation.ts';
import { closePages } from './page-contexts.ts';

/** A running product and a browser for the live wall, still without an administrator and cameras. */
export interface WallInstallation {
  console: ConsoleInstallation;
  clock: ClockCameras;
  /** Adds Ball, Clock and Asleep, which is turned off. */
  addCameras(): Promise<void>;
  /** A group Doors of all cameras but Ball; returns its id. */
  addDoors(): Promise<string>;
  admin(): Promise<Client>;
  openWall(path?: string, options?: PageOptions): Promise<Page>;
  /** After each test: checks that the cameras run and no page reported an error, and closes all pages. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** On a PostgreSQL where it may create a database. */
export async function openWallInstallation(postgresUrl: string): Promise<WallInstallation> {
  const [installation, clock] = await Promise.all([openConsole(postgresUrl), startClockCameras()]);
  return {
    console: installation,
    clock,
    addCameras: async () => {
      const { cameras } = await installation.admin();
      await cameras.create({
        body: { name: 'Ball', main_url: installation.camera.url('/main'), ...withoutMotionAnalysis },
      });
      await cameras.create({
        body: { name: 'Clock', main_url: clock.url('main'), sub_url: clock.url('sub'), ...withoutMotionAnalysis },
      });
      await cameras.create({ body: { name: 'Asleep', enabled: false, main_url: 'rtsp://127.0.0.1:1/none' } });
    },
    addDoors: async () => {
      const admin = await installation.admin();
      const { items } = await admin.cameras.list();
      const { id } = await admin.groups.create({ body: { name: 'Doors' } });
      const camera_ids = items.filter(({ name }) => name !== 'Ball').map((camera) => camera.id);
      await admin.groups.setMembers({ params: { id }, body: { camera_ids } });
      return id;
    },
    admin: installation.admin,
    openWall: (path = '/ui/live', options = {}) => installation.openAs(ADMIN, path, options),
    leave: async () => {
      await clock.repair();
      const complaints = installation.complaints.splice(0).filter((text) => !isConnectionError(text));
      expect(complaints.join('\n')).toBe('');
      await closePages(installation.browser);
    },
    close: async () => {
      await installation.close();
      await clock.close();
    },
  };
}
