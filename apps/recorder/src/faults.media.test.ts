import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { updateCamera } from '@holdfast/db';
import { readReason } from '@holdfast/domain';
import { readSegmentFacts } from '@holdfast/media';
import { freePort, type GstCamera, gstLaunch, h264Pictures, startBareCamera, startGstCamera } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { childrenOf } from './testing/children.ts';
import { filesOf, recordedSince as recorded, rowsOf, spooled } from './testing/footage.ts';
import { type Installation, openInstallation, type RunningRecorder, until } from './testing/installation.ts';

const account = { kind: 'digest', username: 'admin', password: 'p@ss:w/rd#ü%' } as const;
const login = `${account.username}:${encodeURIComponent(account.password)}`;
// Sound that costs the camera next to nothing: it is encoded again in any case.
const plan = { mounts: { '/h264': `( ${gstLaunch.h264({ size: '160x120' })} ${gstLaunch.pcmu()} )` }, account };
const withLogin = (url: string, who = login) => url.replace('//', `//${who}@`);

let camera: GstCamera;
let installation: Installation;
let recorder: RunningRecorder;
let gate: string;
let yard: string;
let asAdded: { mainUrl: string; mainPassword: Buffer | null };

beforeAll(async () => {
  camera = await startGstCamera({ ...plan, port: await freePort() });
  installation = await openInstallation({ hasOwnServer: true });
  gate = await installation.addCamera({ name: 'Gate', url: withLogin(camera.url('/h264')) });
  yard = await installation.addCamera({ name: 'Yard', url: withLogin(camera.url('/h264')) });
  asAdded = await installation.db
    .selectFrom('camera')
    .select(['mainUrl', 'mainPassword'])
    .where('id', '=', gate)
    .executeTakeFirstOrThrow();
  recorder = await startRecorder();
});
afterAll(async () => {
  await installation?.close();
  await camera?.stop();
});

// A camera that has just started must not count as stalled, however slow the machine is.
const timing = { stallMs: 10_000, maxBackoffMs: 2_000, storageRetryMs: 500 };
/** The environment of a recorder in another time zone, and secrets that children must not get. */
const secretEnv = {
  JWT_SECRET: 'a-key-that-signs-the-tokens-of-users',
  METRICS_TOKEN: 'a-token-for-the-metrics',
  SEED_ADMIN_PASSWORD: 'a-password-of-an-administrator',
  DATABASE_URL: 'postgres://holdfast:a-password-of-the-database@127.0.0.1/holdfast',
};
const startRecorder = () => installation.startRecorder({ timing }, { ...secretEnv, TZ: 'Asia/Kathmandu' });
/** One recorder shared by consecutive tests, until one of them ends it. */
beforeEach(async () => {
  if (recorder.hasEnded()) recorder = await startRecorder();
  await recordedSince(Date.now());
});
/** Changes the camera until the end of the test. */
const changeGate = (changes: Parameters<typeof updateCamera>[2], atEnd = onTestFinished) => {
  atEnd(() => updateCamera(installation.db, gate, { ...asAdded, enabled: true, recordAudio: null }).then(() => {}));
  return updateCamera(installation.db, gate, changes);
};

const recordedSince = (sinceMs: number, cameras = [gate, yard]) => recorded(installation, sinceMs, cameras);

const statusOf = (cameraId: string) =>
  installation.db.selectFrom('streamStatus').selectAll().where('cameraId', '=', cameraId).executeTakeFirst();

const stateOf = (cameraId: string, state: string) =>
  until(async () => {
    const status = await statusOf(cameraId);
    return status?.state === state && status;
  });

/** Counted by rows: a fault is dated back to the end of the footage, before it was detected. */
const lastChange = async () =>
  (await installation.db.selectFrom('streamStateChange').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())
    ?.id ?? 0;
const reasonsSince = async (cameraId: string, changeId: number) => {
  const rows = await installation.db
    .selectFrom('streamStateChange')
    .selectAll()
    .where('cameraId', '=', cameraId)
    .where('id', '>', changeId)
    .orderBy('id')
    .execute();
  return rows.map(({ reason }) => reason);
};

describe('line 1: there is no child process between camera and disk', () => {
  it('and the sound encoder has no secrets in its environment or arguments', async () => {
    expect(await childrenOf(recorder)).toEqual([]);
    const own = await readFile(`/proc/${recorder.process.pid}/environ`, 'utf8');
    await changeGate({ recordAudio: true });
    const [child, ...others] = await until(async () => {
      const found = await childrenOf(recorder);
      return found.length > 0 && found;
    });
    expect(others).toEqual([]);
    expect(child?.environment.filter((one) => one.startsWith('TZ='))).toEqual(['TZ=UTC']);
    const shown = [...(child?.environment ?? []), ...(child?.arguments ?? [])].join(' ');
    expect(shown).not.toContain('rtsp');
    for (const secret of [account.password, encodeURIComponent(account.password)]) expect(shown).not.toContain(secret);
    for (const [name, secret] of Object.entries(secretEnv)) {
      expect(own).toContain(secret);
      expect(shown).not.toContain(secret);
      expect(child?.environment.join(' ')).not.toContain(name);
    }
  });

  it('a change of one camera restarts only what it touches', async () => {
    /** Every recording has a unique id in its file names. */
    const recordingsOf = async (cameraId: string) =>
      new Set(
        (await spooled(installation)).filter((path) => path.includes(cameraId)).map((path) => path.split('-').at(-2)),
      );
    const before = await until(async () => {
      const recordings = { gate: await recordingsOf(gate), yard: await recordingsOf(yard) };
      return recordings.gate.size === 1 && recordings.yard.size === 1 && recordings;
    });
    await changeGate({ recordAudio: true });
    await until(
      async () => (await recordingsOf(gate)).isDisjointFrom(before.gate) && (await recordingsOf(gate)).size > 0,
    );
    const after = await until(async () => {
      const recordings = await recordingsOf(yard);
      return recordings.size > 0 && recordings;
    });
    expect(after).toEqual(before.yard);
  });

  it('a disabled camera is no longer recorded, and its state is off', async () => {
    await changeGate({ enabled: false });
    expect((await stateOf(gate, 'off')).detail).toBe('camera-disabled');
    await until(async () => (await spooled(installation)).every((path) => !path.includes(gate)));
    const sinceMs = Date.now();
    await updateCamera(installation.db, gate, { enabled: true });
    await recordedSince(sinceMs);
  });
});

describe('line 7: the database may be away', () => {
  it('segments keep landing on the disk and are indexed once, later', async () => {
    let landed: string[] = [];
    await installation.withoutDatabase(async () => {
      const before = (await filesOf(installation, gate)).length;
      landed = await until(async () => {
        const files = await filesOf(installation, gate);
        return files.length >= before + 4 && files;
      });
    });
    await until(async () => {
      const indexed = (await rowsOf(installation, gate)).map(({ path }) => path);
      return landed.every((path) => indexed.includes(path));
    });
    const paths = (await rowsOf(installation, gate)).map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

// Both mostly wait, each for a camera of its own.
describe.concurrent('line 8: the stall watchdog', () => {
  it('reconnects a camera that sends packets without pictures, and the ledger has a stall', async () => {
    const pictures = await h264Pictures({ size: '320x240', seconds: 2 });
    const message = Buffer.concat([Buffer.from([6]), Buffer.alloc(40, 0x55)]);
    let connections = 0;
    let isSick = false;
    const sick = await startBareCamera({
      picture: (index, connection) => {
        connections = connection + 1;
        const nals = isSick && connection < 2 ? [message] : (pictures[index % pictures.length] ?? []);
        return { nals, rtpTime: index * 4_500 };
      },
    });
    try {
      const cameraId = await installation.addCamera({ name: 'Sick', url: sick.url });
      await stateOf(cameraId, 'recording');
      const since = await lastChange();
      isSick = true;
      expect((await stateOf(cameraId, 'stalled')).detail).toBe('camera-sends-no-frames');
      await until(() => connections > 2);
      await recordedSince(Date.now(), [cameraId]);
      await until(async () => (await reasonsSince(cameraId, since)).includes('stalled'));
      await until(async () => ((await statusOf(cameraId))?.restarts ?? 0) > 0);
      expect(await reasonsSince(yard, since)).not.toContain('stalled');
      await updateCamera(installation.db, cameraId, { enabled: false });
    } finally {
      await sick.stop();
    }
  });
});

describe.concurrent('line 2: the sound encoder', () => {
  it('may die or hang: video continues, and sound resumes', async ({ onTestFinished: atEnd }) => {
    await changeGate({ recordAudio: true }, atEnd);
    const childNow = () =>
      until(async () => {
        const [child] = await childrenOf(recorder);
        return child;
      });
    const soundSince = (sinceMs: number) =>
      until(async () => {
        const rows = (await rowsOf(installation, gate)).filter(
          ({ preciseStartTs }) => preciseStartTs.getTime() > sinceMs,
        );
        for (const { path } of rows) {
          const reading = await readSegmentFacts(join(installation.footage, path));
          if (reading.kind === 'segment' && (reading.facts.tracks[1]?.samples ?? 0) > 0) return true;
        }
        return false;
      });
    await soundSince(0);
    const first = await childNow();
    process.kill(first.pid, 'SIGSTOP');
    await recordedSince(Date.now(), [gate]);
    // An encoder that hangs is replaced, and so is one that dies.
    await until(async () => (await childrenOf(recorder)).every(({ pid }) => pid !== first.pid));
    await soundSince(Date.now());
    const second = await childNow();
    process.kill(second.pid, 'SIGKILL');
    await until(async () => (await childrenOf(recorder)).every(({ pid }) => pid !== second.pid));
    await soundSince(Date.now());
  });
});

describe('line 23: a camera that is offline', () => {
  it('is offline with a reason, and recorded again when it comes back', async () => {
    await stateOf(gate, 'recording');
    const since = await lastChange();
    const { port } = camera;
    await camera.kill();
    const status = await stateOf(gate, 'offline');
    expect(readReason(status.detail ?? '')?.code).toMatch(/^camera-/);
    camera = await startGstCamera({ ...plan, port });
    await recordedSince(Date.now());
    await stateOf(gate, 'recording');
    await until(async () => (await reasonsSince(gate, since)).at(-1) === null);
    expect(await reasonsSince(gate, since)).toContain('offline');
  });

  it('is rejected when it does not accept the password, and other cameras are not affected', async () => {
    await changeGate({ mainPassword: installation.secrets.seal('wrong') });
    const status = await stateOf(gate, 'rejected');
    expect(status.detail).toBe('camera-rejected-login');
    await recordedSince(Date.now(), [yard]);
    await updateCamera(installation.db, gate, asAdded);
    await recordedSince(Date.now());
  });
});

const sentences = (output: string) => output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
const ended = async (running: RunningRecorder) => {
  await until(running.hasEnded);
  return { code: running.process.exitCode, output: running.output() };
};

// One waits until the lease could have expired.
describe.concurrent('line 9: a second recorder refuses', () => {
  it('on the same DATA_DIR', async () => {
    const { code, output } = await ended(await installation.startRecorder());
    expect(code).toBe(73);
    expect(sentences(output)).toEqual([expect.stringMatching(/^A recorder is running here already: .* in use/)]);
    await recordedSince(Date.now());
  });

  it('on the same database from another DATA_DIR', async () => {
    const dataDir = await mkdtemp(join(installation.folder, 'other-'));
    const { code, output } = await ended(await installation.startRecorder({ dataDir }));
    expect(code).toBe(73);
    expect(sentences(output)).toEqual([expect.stringMatching(/^Another recorder is recording with this database/)]);
    await recordedSince(Date.now());
  });

  it('on the same storage with another database', async () => {
    const other = await openInstallation();
    try {
      await other.db.updateTable('storage').set({ path: installation.footage }).execute();
      const { code, output } = await ended(await other.startRecorder());
      expect(code).toBe(73);
      expect(sentences(output)).toEqual([expect.stringMatching(/^Another recorder uses a storage of this one/)]);
    } finally {
      await other.close();
    }
  });
});

describe('line 9: a fenced recorder', () => {
  it('stops recording, indexes nothing more and reports it', async () => {
    await installation.db
      .updateTable('recorderLease')
      .set((eb) => ({ epoch: eb('epoch', '+', 1), expiresAt: null, holder: null }))
      .execute();
    const { code, output } = await ended(recorder);
    expect(code).toBe(69);
    expect(sentences(output)).toEqual(['Another recorder has taken over the cameras: this one stops.']);
    // The next recorder finds what it had published.
    const published = await filesOf(installation, gate);
    recorder = await startRecorder();
    let orphans: string[] = [];
    await until(async () => {
      const indexed = new Set((await rowsOf(installation, gate)).map(({ path }) => path));
      orphans = published.filter((path) => !indexed.has(path));
      return orphans.length === 0;
    }).catch(() => expect(orphans).toEqual([]));
  });
});

describe('a killed recorder', () => {
  it('is replaced at once, without waiting for its lease to expire', async () => {
    await recorder.kill();
    const startedMs = Date.now();
    const leaseNow = () => installation.db.selectFrom('recorderLease').selectAll().executeTakeFirstOrThrow();
    const before = await leaseNow();
    expect(before.holder).not.toBeNull();
    // The lease would last longer than the test, however slow the machine is.
    await installation.db
      .updateTable('recorderLease')
      .set({ expiresAt: new Date(startedMs + 24 * 3_600_000) })
      .execute();
    recorder = await startRecorder();
    await until(async () => recorder.hasEnded() || (await leaseNow()).epoch !== before.epoch);
    expect(recorder.output()).not.toContain('Another recorder');
    expect(await leaseNow()).toMatchObject({ epoch: before.epoch + 1, holder: before.holder });
    await recordedSince(startedMs);
  });
});
