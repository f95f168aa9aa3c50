import { expect } from 'vitest';
import { type ClockCameras, startClockCameras } from './clock-cameras.ts';
import { ADMIN, type ConsoleInstallation, openConsole, withoutMotionAnalysis } from './console-installation.ts';
import { closePages } from './page-contexts.ts';

/** A running product with a browser, which records one camera that shows this machine's clock. */
export interface ClockInstallation {
  console: ConsoleInstallation;
  clock: ClockCameras;
  clockId: string;
  /** Waits until there is footage of it to play. */
  untilRecorded(): Promise<void>;
  /** After each test: checks that no page reported an error, and closes all pages. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** On a PostgreSQL where it may create a database. */
export async function openClockConsole(postgresUrl: string): Promise<ClockInstallation> {
  const [installation, clock] = await Promise.all([openConsole(postgresUrl), startClockCameras()]);
  const { token } = await installation.product.client().auth.bootstrap({ body: ADMIN });
  const admin = installation.product.client(token);
  const { id: clockId } = await admin.cameras.create({
    body: { name: 'Clock', main_url: clock.url('main'), sub_url: clock.url('sub'), ...withoutMotionAnalysis },
  });
  const countRuns = async () => {
    const [start, end] = [Date.now() - 600_000, Date.now()].map((ms) => new Date(ms).toISOString());
    const { cameras } = await admin.timeline.get({
      query: { camera_ids: [clockId], start: start ?? '', end: end ?? '' },
    });
    return cameras[0]?.runs.length ?? 0;
  };
  return {
    console: installation,
    clock,
    clockId,
    untilRecorded: () => expect.poll(countRuns, { interval: 200 }).toBeGreaterThan(0),
    leave: async () => {
      expect(installation.complaints.splice(0).join('\n')).toBe('');
      await closePages(installation.browser);
    },
    close: async () => {
      await installation.close();
      await clock.close();
    },
  };
}
