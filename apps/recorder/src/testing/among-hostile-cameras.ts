import { readFile } from 'node:fs/promises';
import { gstLaunch, startGstCamera } from '@holdfast/testkit';
import { startHostileCameras } from './hostile-cameras.ts';
import { type Installation, openInstallation, until } from './installation.ts';

export interface HostileRecording {
  /** The longest gap of a good camera within its recording. */
  longestGapMs: number;
  /** How often a good camera was reported as anything but recording. */
  lapses: number;
  maxMemoryBytes: number;
  /** Hostile cameras that were never connected to. */
  untried: string[];
}

/** How many segments one wait covers. */
const STEP = 15;
const GOOD = ['Gate', 'Yard', 'Aisle'];

/** Records three good cameras next to all hostile ones until each good one has this many more segments. */
export async function recordAmongHostileCameras({ segments }: { segments: number }): Promise<HostileRecording> {
  const launch = `( ${gstLaunch.h264({ size: '160x120', kbit: 100 })} )`;
  const good = await startGstCamera({ mounts: Object.fromEntries(GOOD.map((name) => [`/${name}`, launch])) });
  const hostile = await startHostileCameras();
  const installation = await openInstallation();
  try {
    const ids = await Promise.all(GOOD.map((name) => installation.addCamera({ name, url: good.url(`/${name}`) })));
    const recorder = await installation.startRecorder();
    await untilRecorded(installation, ids, 2);
    const since = new Date();
    for (const { title, url } of hostile.cameras) await installation.addCamera({ name: title, url });
    const memory = watchMemory(recorder.process.pid ?? 0);
    await until(() => hostile.cameras.every(({ connections }) => connections() > 0));
    await untilRecorded(installation, ids, segments);
    const result: HostileRecording = {
      longestGapMs: Math.max(...(await Promise.all(ids.map((id) => longestGapMs(installation, id))))),
      lapses: await lapsesOf(installation, ids, since),
      maxMemoryBytes: memory.stop(),
      untried: hostile.cameras.filter(({ connections }) => connections() === 0).map(({ title }) => title),
    };
    if (recorder.process.exitCode !== null) throw new Error(`the recorder ended:\n${recorder.output().slice(-4_000)}`);
    return result;
  } finally {
    await hostile.stop();
    await installation.close();
    await good.stop();
  }
}

const untilRecorded = async (installation: Installation, cameraIds: readonly string[], more: number): Promise<void> => {
  const counts = async () =>
    Promise.all(
      cameraIds.map(async (cameraId) => {
        const { count } = await installation.db
          .selectFrom('segment')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('cameraId', '=', cameraId)
          .executeTakeFirstOrThrow();
        return Number(count);
      }),
    );
  const before = await counts();
  // Step by step: the limit of a wait is for a recorder that stands still, not for half an hour of recording.
  for (let wanted = Math.min(STEP, more); ; wanted = Math.min(wanted + STEP, more)) {
    await until(async () => (await counts()).every((count, i) => count >= (before[i] ?? 0) + wanted));
    if (wanted === more) return;
  }
};

async function longestGapMs(installation: Installation, cameraId: string): Promise<number> {
  const rows = await installation.db
    .selectFrom('segment')
    .select(['preciseStartTs', 'endTs'])
    .where('cameraId', '=', cameraId)
    .orderBy('startTs')
    .execute();
  return Math.max(
    0,
    ...rows.slice(1).map(({ preciseStartTs }, i) => preciseStartTs.getTime() - (rows[i]?.endTs.getTime() ?? 0)),
  );
}

const lapsesOf = async (installation: Installation, cameraIds: readonly string[], since: Date): Promise<number> =>
  (
    await installation.db
      .selectFrom('streamStateChange')
      .select('id')
      .where('cameraId', 'in', cameraIds)
      .where('reason', 'is not', null)
      .where('ts', '>', since)
      .execute()
  ).length;

const POLL_MS = 200;

function watchMemory(pid: number): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    void readFile(`/proc/${pid}/status`, 'utf8').then(
      (status) => {
        most = Math.max(most, Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024);
      },
      () => undefined,
    );
  }, POLL_MS);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}
