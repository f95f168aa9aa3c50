import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  freePort,
  type GstCamera,
  gstLaunch,
  PATIENCE_MS,
  startGstCamera,
  until as untilFound,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceState } from '../rtsp/source-state.ts';
import { type Relay, type RelayOptions, startRelay } from './relay.ts';

const run = promisify(execFile);
const account = { kind: 'digest', username: 'admin', password: 'p@ss:w/rd#ü%' } as const;
const inUrl = `admin:${encodeURIComponent(account.password)}@`;
const withAccount = (url: string) => url.replace('//', `//${inUrl}`);

/** What is in the pictures plays no part here, and small ones cost the camera half. The more a second, the sooner there are enough. */
const fps = 40;
const small = { size: '160x120', fps };
const mounts = {
  '/h264-aac': `( ${gstLaunch.h264(small)} ${gstLaunch.aac()} )`,
  // Its sound has eight packets a second, of which enough are to come meanwhile.
  '/h265-pcmu': `( ${gstLaunch.h265()} ${gstLaunch.pcmu()} )`,
  '/h264-opus-sdp-only': `( ${gstLaunch.h264({ everySet: false, ...small })} ${gstLaunch.opus()} )`,
  '/h265-sdp-only': `( ${gstLaunch.h265({ everySet: false, fps })} )`,
  '/long-group': `( ${gstLaunch.h264({ keyframeEvery: 100_000, ...small })} )`,
};

let camera: GstCamera;
let relay: Relay;
const states = new Map<string, SourceState[]>();
const until = <T>(probe: () => T | undefined | false) =>
  untilFound(probe, () => ({ states: Object.fromEntries(states), stats: relay.stats() }));

const gate: RelayOptions['authorize'] = (shown, { purpose }) => {
  if (shown.kind === 'token') return purpose === 'read' && shown.token === 'media-token';
  const reading = shown.username === 'token' ? 'media-token' : 'reader-secret';
  const password = purpose === 'publish' ? 'publish-secret' : reading;
  return shown.kind === 'basic' ? shown.password === password : shown.matches(password);
};

beforeAll(async () => {
  camera = await startGstCamera({ mounts, account });
  relay = await startRelay({
    host: '127.0.0.1',
    port: 0,
    authorize: gate,
    onState: ({ cameraId }, state) => states.set(cameraId, [...(states.get(cameraId) ?? []), state]),
    timing: { retryScale: 0.2, openWaitMs: 60_000 },
  });
});

afterAll(async () => {
  await relay.close();
  await camera.stop();
});

const pull = (cameraId: string, url: string) =>
  relay.setSource({ cameraId, stream: 'main' }, { kind: 'pull', url, when: 'always' });

const keyframeMs = (id: string) => relay.stats().find(({ cameraId }) => cameraId === id)?.lastKeyframeMs;

/** Sources run one at a time, since each costs an encoder. */
async function whilePulling(name: keyof typeof mounts, work: () => Promise<void>): Promise<void> {
  const path = { cameraId: name.slice(1), stream: 'main' } as const;
  await pull(path.cameraId, withAccount(camera.url(name)));
  await until(() => keyframeMs(path.cameraId));
  await work().finally(() => relay.removeSource(path));
}

const relayUrl = (name: string, login = 'reader:reader-secret@') =>
  `rtsp://${login}127.0.0.1:${relay.port}${name}/main`;

interface HashedPacket {
  seconds: number;
  hash: string;
}

interface Hashed {
  video: HashedPacket[];
  audio: HashedPacket[];
}

const hashArgs = (url: string, extra: readonly string[]) => [
  ...['-v', 'error', '-rtsp_transport', 'tcp', '-i', url, '-map', '0', '-c', 'copy', ...extra],
  ...['-flush_packets', '1', '-f', 'framemd5', '-'],
];

/** A hash of every packet that a reader gets, until it has this many pictures. */
async function packetsOf(
  url: string,
  { pictures, extra = [] }: { pictures: number; extra?: string[] },
): Promise<Hashed> {
  const args = hashArgs(url, ['-frames:v', String(pictures), ...extra]);
  return readHashes((await run('ffmpeg', args, { maxBuffer: 64 * 1024 * 1024 })).stdout);
}

/** The same until aborted. */
async function startReading(url: string, extra: readonly string[]): Promise<() => Promise<Hashed>> {
  const child = spawn('ffmpeg', hashArgs(url, extra), { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise((resolve) => child.on('close', resolve));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await until(() => /^0,/m.test(text));
  return async () => {
    child.kill('SIGINT');
    await closed;
    return readHashes(text);
  };
}

function readHashes(text: string): Hashed {
  const rates = new Map([...text.matchAll(/^#tb (\d+): 1\/(\d+)$/gm)].map((match) => [match[1], Number(match[2])]));
  const tracks: [HashedPacket[], HashedPacket[]] = [[], []];
  for (const line of text.split('\n').filter((one) => /^[01],/.test(one))) {
    const [track = '', , pts = '', , , hash = ''] = line.split(',').map((field) => field.trim());
    tracks[track === '0' ? 0 : 1].push({ seconds: Number(pts) / (rates.get(track) ?? 1), hash });
  }
  return { video: tracks[0], audio: tracks[1] };
}

interface BothWays {
  direct: Hashed;
  relayed: Hashed;
}

/** What readers get at the same time, for each filter: one directly from the camera, one through the relay. */
async function readBothWays(name: keyof typeof mounts, ...filters: string[][]): Promise<BothWays[]> {
  const stops = await Promise.all(filters.map((extra) => startReading(withAccount(camera.url(name)), extra)));
  const relayed: Promise<Hashed>[] = [];
  await whilePulling(name, async () => {
    for (const extra of filters) relayed.push(packetsOf(relayUrl(name), { pictures: 130, extra }));
    await Promise.all(relayed);
  });
  const [direct, passedOn] = [await Promise.all(stops.map((stop) => stop())), await Promise.all(relayed)];
  return direct.flatMap((one, i) => (passedOn[i] ? [{ direct: one, relayed: passedOn[i] }] : []));
}

/**
 * The packets of the time in which both readers were connected, as received by each. Searched from the end: the test
 * camera restarts its picture when a client plays, so earlier packets may repeat.
 */
function shared(a: readonly HashedPacket[], b: readonly HashedPacket[]): { a: string[]; b: string[] } {
  // ffmpeg counts one start-code byte more in the first packet of a stream.
  const hashes = { a: a.slice(1).map(({ hash }) => hash), b: b.slice(1).map(({ hash }) => hash) };
  const last = { a: hashes.a.findLastIndex((hash) => hashes.b.includes(hash)), b: -1 };
  last.b = hashes.b.lastIndexOf(hashes.a[last.a] ?? '');
  const length = Math.min(last.a, last.b) + 1;
  return {
    a: hashes.a.slice(last.a + 1 - length, last.a + 1),
    b: hashes.b.slice(last.b + 1 - length, last.b + 1),
  };
}

describe('the relay forwards what the camera sent', () => {
  it.each(['/h264-aac', '/h265-pcmu'] as const)('bit-exact, nothing missing or duplicated: %s', async (name) => {
    const [read] = await readBothWays(name, []);
    for (const kind of ['video', 'audio'] as const) {
      const stretch = shared(read?.relayed[kind] ?? [], read?.direct[kind] ?? []);
      expect(stretch.a.length).toBeGreaterThan(kind === 'video' ? 60 : 30);
      expect(stretch.a).toEqual(stretch.b);
      expect(new Set(stretch.a).size).toBe(stretch.a.length);
    }
  });

  it.each([
    ['/h264-opus-sdp-only', '7-8'],
    ['/h265-sdp-only', '32-34'],
  ] as const)(
    'and only parameter sets are added where a camera has them in its description alone: %s',
    async (name, types) => {
      const filter = ['-bsf:v', `filter_units=remove_types=${types}`];
      const [filtered, asIs] = await readBothWays(name, filter, []);
      const stretch = shared(filtered?.relayed.video ?? [], filtered?.direct.video ?? []);
      expect(stretch.a.length).toBeGreaterThan(60);
      expect(stretch.a).toEqual(stretch.b);
      const sent = new Set(asIs?.direct.video.map(({ hash }) => hash));
      const added = asIs?.relayed.video.slice(1).filter(({ hash }) => !sent.has(hash)) ?? [];
      expect(added.length).toBeGreaterThan(2);
    },
  );

  it('with sound and video in sync, whenever a reader connects', () =>
    whilePulling('/h264-aac', async () => {
      const stop = await startReading(relayUrl('/h264-aac'), []);
      const before = keyframeMs('h264-aac');
      await until(() => keyframeMs('h264-aac') !== before);
      const late = await packetsOf(relayUrl('/h264-aac'), { pictures: 80 });
      const early = await stop();
      const distance = (kind: 'video' | 'audio') => {
        const seen = new Map(early[kind].map(({ hash, seconds }) => [hash, seconds]));
        return late[kind]
          .flatMap(({ hash, seconds }) => (seen.has(hash) ? [(seen.get(hash) ?? 0) - seconds] : []))
          .at(-1);
      };
      expect(Math.abs((distance('video') ?? Number.NaN) - (distance('audio') ?? Number.NaN))).toBeLessThan(0.1);
    }));
});

describe('readers of every kind', () => {
  it.each([
    ['/h264-aac', ['h264', 'aac']],
    ['/h265-pcmu', ['hevc', 'pcm_mulaw']],
    ['/h264-opus-sdp-only', ['h264', 'opus']],
    ['/h265-sdp-only', ['hevc']],
  ] as const)('ffprobe reads %s, trying UDP first', (name, codecs) =>
    whilePulling(name, async () => {
      const { stdout } = await run('ffprobe', [
        ...['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0'],
        relayUrl(name),
      ]);
      expect(stdout.trim().split('\n')).toEqual(codecs);
    }),
  );

  it('ffprobe reads with a media token in the address, and not with a wrong one', () =>
    whilePulling('/h264-aac', async () => {
      const probe = (token: string) =>
        run('ffprobe', ['-v', 'error', '-rtsp_transport', 'tcp', `${relayUrl('/h264-aac', '')}?token=${token}`]);
      await probe('media-token');
      await expect(probe('other-token')).rejects.toThrow(/401/);
    }));

  it.each([
    ['/h264-aac', 'reader', 'reader-secret', 'video', 'rtph264depay ! h264parse ! avdec_h264'],
    ['/h264-aac', 'token', 'media-token', 'audio', 'rtpmp4gdepay ! aacparse ! avdec_aac'],
    ['/h265-sdp-only', 'reader', 'reader-secret', 'video', 'rtph265depay ! h265parse ! avdec_h265'],
  ] as const)("GStreamer's rtspsrc decodes %s as %s", (name, user, password, media, decode) =>
    whilePulling(name, async () => {
      const source = [
        'rtspsrc',
        `location=${relayUrl(name, '')}`,
        `user-id=${user}`,
        `user-pw=${password}`,
        'latency=50',
      ];
      const sink = ['fakesink', 'num-buffers=25', 'silent=false', 'sync=false'];
      const pipeline = [...source, '!', `application/x-rtp,media=${media}`, '!', ...decode.split(' '), '!', ...sink];
      const { stdout } = await run('gst-launch-1.0', ['-v', ...pipeline], {
        timeout: PATIENCE_MS,
        maxBuffer: 64 * 1024 * 1024,
      });
      expect(stdout.match(/last-message = chain/g)?.length).toBe(25);
    }),
  );

  it('a late reader starts with the last keyframe, before the next one arrives', () =>
    whilePulling('/long-group', async () => {
      const before = keyframeMs('long-group');
      const { stdout } = await run('ffprobe', [
        ...[
          '-v',
          'error',
          '-rtsp_transport',
          'tcp',
          '-select_streams',
          'v',
          '-show_entries',
          'packet=flags',
          '-of',
          'csv=p=0',
        ],
        ...['-read_intervals', '%+#1', relayUrl('/long-group')],
      ]);
      expect(stdout).toMatch(/^K/);
      expect(keyframeMs('long-group')).toBe(before);
    }));
});

describe('sources of every kind', () => {
  it('a camera that loses power is reconnected when it is back', async () => {
    const fleeting = { '/cam': `( ${gstLaunch.h264(small)} )` };
    // Nobody else gets this port while the camera is away.
    const port = await freePort();
    const first = await startGstCamera({ port, mounts: fleeting });
    await pull('fleeting', first.url('/cam'));
    await until(() => states.get('fleeting')?.at(-1)?.kind === 'streaming');
    await first.kill();
    await until(() => states.get('fleeting')?.some(({ kind }) => kind === 'offline'));
    const second = await startGstCamera({ port, mounts: fleeting });
    await until(() => states.get('fleeting')?.at(-1)?.kind === 'streaming');
    const { video } = await packetsOf(relayUrl('/fleeting'), { pictures: 20 });
    expect(video.length).toBeGreaterThan(5);
    await second.stop();
    await relay.removeSource({ cameraId: 'fleeting', stream: 'main' });
  });

  it('a camera whose packets were not read because this process was frozen is not offline', async () => {
    const seen: SourceState['kind'][] = [];
    const quick = await startRelay({
      host: '127.0.0.1',
      port: 0,
      authorize: gate,
      onState: (_path, state) => seen.push(state.kind),
      timing: { silenceMs: 2_400 },
    });
    const stats = () => quick.stats()[0];
    await quick.setSource(
      { cameraId: 'frozen', stream: 'main' },
      { kind: 'pull', url: withAccount(camera.url('/h264-aac')), when: 'always' },
    );
    await until(() => stats()?.lastKeyframeMs);
    // Between reading and the timers, so that the timers come first afterwards.
    await new Promise<void>((resolve) =>
      setImmediate(() => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
        resolve();
      }),
    );
    const { bytes } = quick.stats()[0] ?? { bytes: 0 };
    await until(() => (stats()?.bytes ?? 0) > bytes);
    await quick.close();
    expect(seen).not.toContain('offline');
    expect(seen.filter((kind) => kind === 'streaming')).toHaveLength(1);
  });

  it('a camera with another password is distinguished from one that is offline', async () => {
    await pull('locked', camera.url('/h264-aac').replace('//', '//admin:guess@'));
    await pull('away', 'rtsp://127.0.0.1:1/x');
    await until(
      () => states.get('locked')?.at(-1)?.kind === 'rejected' && states.get('away')?.at(-1)?.kind === 'offline',
    );
    await relay.removeSource({ cameraId: 'locked', stream: 'main' });
    await relay.removeSource({ cameraId: 'away', stream: 'main' });
  });

  it('a camera is read over TLS, and only with the certificate it was added with', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-tls-'));
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    await run('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-subj',
        '/CN=camera',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        certificate,
      ],
    ]);
    const pem = `${await readFile(certificate, 'utf8')}${await readFile(key, 'utf8')}`;
    const { stdout } = await run('openssl', ['x509', '-in', certificate, '-noout', '-fingerprint', '-sha256']);
    await rm(folder, { recursive: true });
    const secure = await startGstCamera({
      mounts: { '/cam': `( ${gstLaunch.h264(small)} )` },
      account: { ...account, kind: 'basic', tls: pem },
    });
    const url = withAccount(secure.url('/cam')).replace('rtsp:', 'rtsps:');
    const path = { cameraId: 'secure', stream: 'main' } as const;
    const pinned = (sha256: string) =>
      ({ kind: 'pull', url, when: 'always', trust: { kind: 'fingerprint', sha256 } }) as const;
    await relay.setSource(path, pinned('00'));
    await until(() => states.get('secure')?.at(-1)?.kind === 'refused');
    await relay.setSource(path, pinned(stdout.split('=')[1]?.trim() ?? ''));
    await until(() => states.get('secure')?.at(-1)?.kind === 'streaming');
    await relay.removeSource(path);
    await secure.stop();
  });

  it('ffmpeg publishes into the relay with the publish account alone', async () => {
    const path = { cameraId: 'demo', stream: 'main' } as const;
    await relay.setSource(path, { kind: 'publish' });
    await expect(publish('reader:reader-secret@').ended).resolves.not.toBe(0);
    const publisher = publish('publisher:publish-secret@');
    await until(() => states.get('demo')?.at(-1)?.kind === 'streaming');
    const { video, audio } = await packetsOf(relayUrl('/demo'), { pictures: 40 });
    expect(Math.min(video.length, audio.length)).toBeGreaterThan(10);
    publisher.child.kill('SIGINT');
    await publisher.ended;
    await until(() => states.get('demo')?.at(-1)?.kind === 'offline');
    await relay.removeSource(path);
  });
});

function publish(login: string): { child: ChildProcess; ended: Promise<number | null> } {
  const picture = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=20'];
  const sound = ['-re', '-f', 'lavfi', '-i', 'sine=sample_rate=48000'];
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '20', '-pix_fmt', 'yuv420p'];
  const target = ['-c:a', 'aac', '-f', 'rtsp', '-rtsp_transport', 'tcp', relayUrl('/demo', login)];
  const child = spawn('ffmpeg', ['-v', 'error', ...picture, ...sound, ...video, ...target], { stdio: 'ignore' });
  return { child, ended: new Promise((resolve) => child.on('exit', resolve)) };
}
