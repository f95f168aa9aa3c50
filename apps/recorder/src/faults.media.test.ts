import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { updateCamera } from '@holdfast/db';
import { type GstCamera, gstLaunch, startGstCamera } from '@holdfast/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { childrenOf } from './testing/children.ts';
import { filesOf, rowsOf } from './testing/footage.ts';
import { openHouse, type RecorderHouse, type RunningRecorder, until } from './testing/recorder-house.ts';

const account = { kind: 'digest', username: 'admin', password: 'p@ss:w/rd#ü%' } as const;
const login = `${account.username}:${encodeURIComponent(account.password)}`;
const plan = { mounts: { '/h264': `( ${gstLaunch.h264()} ${gstLaunch.aac()} )` }, account };
const withLogin = (url: string, who = login) => url.replace('//', `//${who}@`);

let camera: GstCamera;
let house: RecorderHouse;
let recorder: RunningRecorder;
let gate: string;
let yard: string;
let asAdded: { mainUrl: string; mainPassword: Buffer | null };

beforeAll(async () => {
  camera = await startGstCamera(plan);
  house = await openHouse({ durable: true });
  gate = await house.addCamera({ name: 'Gate', url: withLogin(camera.url('/h264')) });
  yard = await house.addCamera({ name: 'Yard', url: withLogin(camera.url('/h264')) });
  asAdded = await house.db
    .selectFrom('camera')
    .select(['mainUrl', 'mainPassword'])
    .where('id', '=', gate)
    .executeTakeFirstOrThrow();
  recorder = await startRecorder();
});
afterAll(async () => {
  await house?.close();
  await camera?.stop();
});

// A child that has only just started must not be taken for stuck, however slow the machine.
const timing = { stallMs: 10_000, maxBackoffMs: 2_000, storageRetryMs: 500 };
/** What the recorder of a house in another zone is started with, and what is nobody else's business. */
const secretEnv = {
  JWT_SECRET: 'a-key-that-signs-the-tokens-of-users',
  METRICS_TOKEN: 'a-token-for-the-metrics',
  SEED_ADMIN_PASSWORD: 'a-password-of-an-administrator',
  DATABASE_URL: 'postgres://holdfast:a-password-of-the-database@127.0.0.1/holdfast',
};
const startRecorder = () => house.startRecorder({ timing }, { ...secretEnv, TZ: 'Asia/Kathmandu' });
const hasEnded = ({ process: { exitCode, signalCode } }: RunningRecorder) => exitCode !== null || signalCode !== null;
/** The same recorder for one test after the other, until one ends it. */
beforeEach(async () => {
  if (hasEnded(recorder)) recorder = await startRecorder();
  await recordedSince(Date.now());
});
/** What one test did to the camera is none of the next one's business. */
afterEach(() => updateCamera(house.db, gate, { ...asAdded, enabled: true, recordAudio: null }));

const recordedSince = (sinceMs: number, cameras = [gate, yard]) =>
  until(async () => {
    const rows = await Promise.all(cameras.map((id) => rowsOf(house, id).catch(() => [])));
    return rows.every((own) => own.some(({ preciseStartTs }) => preciseStartTs.getTime() > sinceMs));
  });

const statusOf = (cameraId: string) =>
  house.db.selectFrom('streamStatus').selectAll().where('cameraId', '=', cameraId).executeTakeFirst();

const stateOf = (cameraId: string, state: string) =>
  until(async () => {
    const status = await statusOf(cameraId);
    return status?.state === state && status;
  });

/** Counted by rows: a fault is dated back to where the footage ended, which is before it is noticed. */
const lastChange = async () =>
  (await house.db.selectFrom('streamStateChange').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ??
  0;
const reasonsSince = async (cameraId: string, changeId: number) => {
  const rows = await house.db
    .selectFrom('streamStateChange')
    .selectAll()
    .where('cameraId', '=', cameraId)
    .where('id', '>', changeId)
    .orderBy('id')
    .execute();
  return rows.map(({ reason }) => reason);
};

describe('line 1: one child per recorded stream', () => {
  it('with UTC, no secret of ours or the camera in its environment or arguments, and a spool of its own', async () => {
    const own = await readFile(`/proc/${recorder.process.pid}/environ`, 'utf8');
    const children = await childrenOf(recorder);
    expect(children).toHaveLength(2);
    expect(new Set(children.map(({ cwd }) => cwd)).size).toBe(2);
    for (const child of children) {
      expect(child.arguments.join(' ')).not.toContain(account.password);
      expect(child.arguments.join(' ')).not.toContain(encodeURIComponent(account.password));
      expect(child.arguments.join(' ')).toContain('@127.0.0.1:');
      expect(child.environment.filter((one) => one.startsWith('TZ='))).toEqual(['TZ=UTC']);
      for (const [name, secret] of Object.entries(secretEnv)) {
        expect(own).toContain(secret);
        expect([...child.environment, ...child.arguments].join(' ')).not.toContain(secret);
        expect(child.environment.join(' ')).not.toContain(name);
      }
    }
  });

  it('a change of one camera restarts only what it touches', async () => {
    const before = await childrenOf(recorder);
    const yardPid = before.find(({ cwd }) => cwd.includes(yard))?.pid;
    await updateCamera(house.db, gate, { recordAudio: true });
    await until(async () => (await childrenOf(recorder)).some((child) => child.arguments.includes('aac')));
    const after = await childrenOf(recorder);
    expect(after.find(({ cwd }) => cwd.includes(yard))?.pid).toBe(yardPid);
    expect(after).toHaveLength(2);
  });

  it('a disabled camera is no longer recorded, and says that somebody wanted it so', async () => {
    await updateCamera(house.db, gate, { enabled: false });
    expect((await stateOf(gate, 'off')).detail).toBe('camera-disabled');
    await until(async () => (await childrenOf(recorder)).length === 1);
    const sinceMs = Date.now();
    await updateCamera(house.db, gate, { enabled: true });
    await recordedSince(sinceMs);
  });
});

describe('line 7: the database may be away', () => {
  it('segments keep landing on the disk and are indexed once, later', async () => {
    let landed: string[] = [];
    await house.withoutDatabase(async () => {
      const before = (await filesOf(house, gate)).length;
      landed = await until(async () => {
        const files = await filesOf(house, gate);
        return files.length >= before + 4 && files;
      });
    });
    await until(async () => {
      const indexed = (await rowsOf(house, gate)).map(({ path }) => path);
      return landed.every((path) => indexed.includes(path));
    });
    const paths = (await rowsOf(house, gate)).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

describe('line 8: the stall watchdog', () => {
  it('ends a child that hangs and starts another, and the ledger says stalled', async () => {
    await stateOf(gate, 'recording');
    const since = await lastChange();
    const hung = (await childrenOf(recorder)).find(({ cwd }) => cwd.includes(gate))!;
    process.kill(hung.pid, 'SIGSTOP');
    await until(() => recorder.output().includes('"end":"stalled"'));
    await recordedSince(Date.now());
    expect((await childrenOf(recorder)).map(({ pid }) => pid)).not.toContain(hung.pid);
    await until(async () => (await reasonsSince(gate, since)).includes('stalled'));
    await until(async () => ((await statusOf(gate))?.restarts ?? 0) > 0);
    expect(await reasonsSince(yard, since)).not.toContain('stalled');
  });
});

describe('line 23: a camera that is away', () => {
  it('is offline with a sentence for people, and recorded again when it comes back', async () => {
    await stateOf(gate, 'recording');
    const since = await lastChange();
    const { port } = camera;
    await camera.kill();
    const status = await stateOf(gate, 'offline');
    expect(status.detail).toMatch(/^The c.*\.$/);
    camera = await startGstCamera({ ...plan, port });
    await recordedSince(Date.now());
    await stateOf(gate, 'recording');
    await until(async () => (await reasonsSince(gate, since)).at(-1) === null);
    expect(await reasonsSince(gate, since)).toContain('offline');
  });

  it('is rejected when it does not take the password, and its neighbour goes on', async () => {
    await updateCamera(house.db, gate, { mainPassword: house.secrets.seal('wrong') });
    const status = await stateOf(gate, 'rejected');
    expect(status.detail).toMatch(/password/);
    expect(status.detail).not.toContain('wrong');
    await recordedSince(Date.now(), [yard]);
    await updateCamera(house.db, gate, asAdded);
    await recordedSince(Date.now());
  });
});

describe('line 9: a second recorder refuses', () => {
  const ended = async (second: RunningRecorder) => {
    await until(() => second.process.exitCode !== null);
    return { code: second.process.exitCode, said: second.output() };
  };
  const sentences = (said: string) => said.split('\n').filter((line) => line !== '' && !line.startsWith('{'));

  it('on the same DATA_DIR', async () => {
    const { code, said } = await ended(await house.startRecorder());
    expect(code).toBe(73);
    expect(sentences(said)).toEqual([expect.stringMatching(/^A recorder is running here already: .* in use/)]);
    await recordedSince(Date.now());
  });

  it('on the same database from another DATA_DIR', async () => {
    const dataDir = await mkdtemp(join(house.folder, 'other-'));
    const { code, said } = await ended(await house.startRecorder({ dataDir }));
    expect(code).toBe(73);
    expect(sentences(said)).toEqual([expect.stringMatching(/^Another recorder is recording with this database/)]);
    await recordedSince(Date.now());
  });

  it('on the same storage with another database', async () => {
    const other = await openHouse();
    try {
      await other.db.updateTable('storage').set({ path: house.footage }).execute();
      const { code, said } = await ended(await other.startRecorder());
      expect(code).toBe(73);
      expect(sentences(said)).toEqual([expect.stringMatching(/^Another recorder uses a storage of this one/)]);
    } finally {
      await other.close();
    }
  });

  it('one that was overtaken stops recording, indexes nothing more and says so', async () => {
    await house.db
      .updateTable('recorderLease')
      .set((eb) => ({ epoch: eb('epoch', '+', 1), expiresAt: null, holder: null }))
      .execute();
    const { code, said } = await ended(recorder);
    expect(code).toBe(69);
    expect(sentences(said)).toEqual(['Another recorder has taken over the cameras: this one stops.']);
    // What it had published is found again by the next one.
    const published = await filesOf(house, gate);
    recorder = await startRecorder();
    let orphans: string[] = [];
    await until(async () => {
      const indexed = new Set((await rowsOf(house, gate)).map(({ path }) => path));
      orphans = published.filter((path) => !indexed.has(path));
      return orphans.length === 0;
    }).catch(() => expect(orphans).toEqual([]));
  });
});

describe('a killed recorder', () => {
  it('is followed at once, without waiting for its lease to run out', async () => {
    await recorder.kill();
    const startedMs = Date.now();
    const leaseNow = () => house.db.selectFrom('recorderLease').selectAll().executeTakeFirstOrThrow();
    const before = await leaseNow();
    expect(before.holder).not.toBeNull();
    // Whoever waits for this one waits in vain, however slow the machine.
    await house.db
      .updateTable('recorderLease')
      .set({ expiresAt: new Date(startedMs + 24 * 3_600_000) })
      .execute();
    recorder = await startRecorder();
    await until(async () => hasEnded(recorder) || (await leaseNow()).epoch !== before.epoch);
    expect(recorder.output()).not.toContain('Another recorder');
    expect(await leaseNow()).toMatchObject({ epoch: before.epoch + 1, holder: before.holder });
    await recordedSince(startedMs);
  });
});
