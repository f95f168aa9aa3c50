import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSibling } from '@holdfast/domain';
import { readSegmentFacts, type SegmentReading } from '@holdfast/media';
import { childrenOf } from './children.ts';
import { type Installation, type RunningRecorder, until } from './installation.ts';

export const victims = ['sound', 'recorder', 'api', 'postgres', 'all'] as const;
export type Victim = (typeof victims)[number];

export interface CrashRound {
  victim: Victim;
  /** Time from the kill to the first segment recorded after it. */
  recoveryMs: number;
}

/** The other process of the product. */
export interface KillableApi {
  kill(): Promise<void>;
  start(): Promise<void>;
}

interface SpoolFile {
  inode: bigint;
  path: string;
  /** Closed by its writer, so it must be published completely. */
  finished: boolean;
}

/**
 * Kills a process at a random time, restarts it, and checks that nothing was lost: no row without its file, every
 * finished segment published and indexed, and of the open one every complete fragment.
 */
export async function crashRound({
  installation,
  recorder,
  api,
  victim,
  random,
  restart,
}: {
  installation: Installation;
  recorder: RunningRecorder;
  api: KillableApi;
  victim: Victim;
  random: () => number;
  restart: () => Promise<RunningRecorder>;
}): Promise<{ round: CrashRound; recorder: RunningRecorder }> {
  await untilRecordedSince(installation, Date.now());
  await pause(random() * 1_500);
  const killedMs = Date.now();
  let running = recorder;
  const before = await playableIn(installation);
  let owed = before;
  const killRecorder = async () => {
    await recorder.kill();
    owed = [...before, ...(await playableIn(installation))];
    running = await restart();
  };
  if (victim === 'sound') for (const { pid } of await childrenOf(recorder)) kill(pid);
  if (victim === 'recorder') await killRecorder();
  if (victim === 'api') await api.kill();
  if (victim === 'postgres') await installation.withoutDatabase(() => pause(random() * 2_000));
  if (victim === 'all') {
    for (const { pid } of await childrenOf(recorder)) kill(pid);
    await api.kill();
    await installation.withoutDatabase(killRecorder);
  }
  await untilRecordedSince(installation, killedMs);
  const recoveryMs = Date.now() - killedMs;
  if (victim === 'api' || victim === 'all') await api.start();
  await untilAccounted(installation, owed);
  return { round: { victim, recoveryMs }, recorder: running };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
};

/** Until every camera has a segment that began after this moment. */
export const untilRecordedSince = (installation: Installation, sinceMs: number) =>
  until(async () => {
    const rows = await installation.db
      .selectFrom('segment')
      .select('cameraId')
      .distinct()
      .where('preciseStartTs', '>', new Date(sinceMs))
      .execute()
      .catch(() => []);
    const cameras = await installation.db
      .selectFrom('camera')
      .select('id')
      .execute()
      .catch(() => []);
    return cameras.length > 0 && rows.length === cameras.length;
  });

async function spoolFiles(installation: Installation): Promise<SpoolFile[]> {
  const entries = await readdir(join(installation.footage, '.spool'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  const files = entries.filter((entry) => entry.isFile());
  const found = await Promise.all(
    files.map(async ({ parentPath, name }): Promise<SpoolFile[]> => {
      const path = join(parentPath, name);
      const facts = await stat(path, { bigint: true }).catch(() => undefined);
      // Files of a stream are named by their start; only the last one may still be open.
      const later = files.some((other) => other.parentPath === parentPath && other.name > name);
      return facts ? [{ inode: facts.ino, path, finished: later }] : [];
    }),
  );
  return found.flat();
}

/**
 * Everything in the spool that holds at least one whole fragment, or was closed.
 */
async function playableIn(installation: Installation): Promise<SpoolFile[]> {
  const playable = await Promise.all(
    (await spoolFiles(installation)).map(async (file): Promise<SpoolFile[]> => {
      const reading = await readSegmentFacts(file.path);
      if (reading.kind === 'segment') return [{ ...file, finished: file.finished || reading.facts.finished }];
      return file.finished ? [file] : [];
    }),
  );
  return playable.flat();
}

async function untilAccounted(installation: Installation, owed: readonly SpoolFile[]): Promise<void> {
  let missing = '';
  await until(async () => {
    missing = await findDiscrepancy(installation, owed);
    return missing === '';
  }).catch(() => {
    throw new Error(missing);
  });
}

/** The first discrepancy between spool, index and footage, as text; empty if there is none. */
export async function findDiscrepancy(
  installation: Pick<Installation, 'db' | 'footage'>,
  owed: readonly SpoolFile[],
): Promise<string> {
  const rows = await installation.db.selectFrom('segment').select(['path', 'sizeBytes']).execute();
  const indexed = new Set<string>();
  const inodes = new Set<bigint>();
  for (const { path, sizeBytes } of rows) {
    const facts = await stat(join(installation.footage, path), { bigint: true }).catch(() => undefined);
    if (facts === undefined) return `the row of ${path} has no file`;
    if (Number(facts.size) !== sizeBytes) return `the row of ${path} has another size than its file`;
    indexed.add(path);
    inodes.add(facts.ino);
  }
  for (const path of await publishedFiles(installation)) {
    if (isSibling(path.split('/').at(-1) ?? '')) return `${path} has lost its name to another`;
    if (!indexed.has(path)) return `${path} is not in the index`;
  }
  const kept = await quarantined(installation);
  for (const [inode, reading] of kept) {
    if (reading.kind === 'segment') return `the quarantine holds a file with whole fragments (inode ${inode})`;
  }
  const lost = owed.find(({ inode, finished }) => !inodes.has(inode) && (finished || !kept.has(inode)));
  return lost ? `${lost.path} was not recovered` : '';
}

async function publishedFiles(installation: Pick<Installation, 'footage'>): Promise<string[]> {
  const entries = await readdir(installation.footage, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installation.footage.length + 1))
    .filter((path) => !path.startsWith('.'));
}

async function quarantined(installation: Pick<Installation, 'footage'>): Promise<Map<bigint, SegmentReading>> {
  const folder = join(installation.footage, '.quarantine');
  const paths = (await readdir(folder).catch(() => [])).map((name) => join(folder, name));
  const kept = paths.map(async (path): Promise<[bigint, SegmentReading]> => {
    const { ino } = await stat(path, { bigint: true });
    return [ino, await readSegmentFacts(path)];
  });
  return new Map(await Promise.all(kept));
}
