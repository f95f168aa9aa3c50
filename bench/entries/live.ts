import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createPool, insertRestreamAccount } from '@holdfast/db';
import { createSecretBox, deriveKey, loadServerKey } from '@holdfast/kit';
import { startRelay } from '@holdfast/media';
import { startChromium, startClockCamera, until } from '@holdfast/testkit';
import {
  type LivePlayback,
  type LiveTarget,
  type LiveTransport,
  showLive,
} from '../../apps/api/src/live/test-live-page.ts';
import { startLoopedCameras } from '../looped-cameras.ts';
import { quantile, tailOf } from '../percentiles.ts';
import { readTreesCpuMs } from '../process-tree.ts';
import { type Product, startProduct } from '../product.ts';
import { type Study, verdict } from '../study.ts';
import { throwAwayFolder } from '../throw-away-database.ts';

const WANTED_MSE = { firstFrameMs: 1_500, lagMs: 1_000 };
/** Relative to a bare ffmpeg for each viewer that copies the same stream into fragments. */
const WANTED_COST = 1;
const VIEWERS = 4;
const WATCHED_MS = { full: 30_000, quick: 10_000 };
/** Starting costs more than watching, on both sides. */
const SETTLED_MS = 3_000;

/** Time and lag as a viewer sees them: read from the clock in the picture, on the machine that draws it. */
export const live: Study = {
  name: 'live',
  title:
    'live view in Chromium: first frame and lag by the clock in the picture, cost against a bare ffmpeg copy for each viewer',
  run: async ({ resources, quick, signal }) => {
    const relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
    resources.defer(() => relay.close());
    const product = await startProduct(resources, undefined, { RTSP_PORT: String(relay.port) });
    await addReaderAccount(product);
    const addCamera = async (name: string) =>
      String((await product.post('/config/cameras', { name, main_url: 'rtsp://192.0.2.1/x' })).id);
    const targetOf = async (cameraId: string): Promise<LiveTarget> => {
      const { token } = JSON.parse(await product.get(`/media-token?camera_id=${cameraId}`)) as { token: string };
      return { origin: product.server.address, cameraId, token };
    };
    const cameraId = await addCamera('Clock');
    relay.setSource({ cameraId, stream: 'main' }, { kind: 'publish' });
    const camera = startClockCamera(`rtsp://publisher:any@127.0.0.1:${relay.port}/${cameraId}/main`);
    resources.defer(() => camera.stop());
    await until(() => relay.stats()[0]?.state.kind === 'streaming');
    const browser = await startChromium();
    resources.defer(() => browser.close());

    const lines: string[] = [];
    for (const transport of ['MSE', 'WebRTC'] as const) {
      const [first, late]: [LivePlayback[], LivePlayback[]] = [[], []];
      for (let round = 0; round < (quick ? 10 : 40); round += 1) {
        signal.throwIfAborted();
        // The camera has no reader when the first viewer arrives.
        await until(() => relay.stats()[0]?.readers === 0);
        // A token is valid for minutes, the rounds take longer.
        const target = await targetOf(cameraId);
        for (const playbacks of [first, late]) playbacks.push(await showLive(browser, { ...target, transport }));
        await Promise.all([first, late].map((playbacks) => playbacks.at(-1)?.close()));
      }
      lines.push(line(transport, 'first viewer', first), line(transport, 'late viewer', late));
    }
    const watchedMs = WATCHED_MS[quick ? 'quick' : 'full'];
    // The camera with the clock is tiny: what a viewer costs shows with pictures of a usual size.
    const folder = await throwAwayFolder(resources);
    const [url = ''] = await startLoopedCameras(resources, { folder, lastsSeconds: 600, count: 1 });
    const streetId = await addCamera('Street');
    relay.setSource({ cameraId: streetId, stream: 'main' }, { kind: 'pull', url, when: 'always' });
    await until(() => relay.stats().every(({ state }) => state.kind === 'streaming'));
    const street = await targetOf(streetId);
    const source = `rtsp://viewer:any@127.0.0.1:${relay.port}/${streetId}/main`;
    const baseMs = await costOfCopies(source, watchedMs);
    for (const transport of ['MSE', 'WebRTC'] as const) {
      const oursMs = await costOfViewers(product, watchedMs, () =>
        showLive(browser, { ...street, transport, readings: 0 }),
      );
      const ratio = oursMs / baseMs;
      lines.push(
        `  ${transport}, ${VIEWERS} viewers of 1080p: ${oursMs.toFixed(1)} ms of CPU time for each and second, API and PostgreSQL, ` +
          `${ratio.toFixed(2)} times the ${baseMs.toFixed(1)} ms of a bare ffmpeg copy, allowed at most ${WANTED_COST}: ${verdict(ratio <= WANTED_COST)}`,
      );
    }
    return lines;
  },
};

function line(transport: LiveTransport, viewer: string, playbacks: readonly LivePlayback[]): string {
  const firstFrames = playbacks.map(({ firstFrameMs }) => firstFrameMs);
  const lags = playbacks.flatMap(({ lagsMs }) => lagsMs);
  const [firstFrame, lag] = [tailOf(firstFrames), tailOf(lags)];
  const figures =
    `  ${transport}, ${viewer}: first frame p50 ${quantile(firstFrames, 0.5)} ms, ${firstFrame.label} ${firstFrame.value} ms, ` +
    `lag p50 ${quantile(lags, 0.5)} ms, ${lag.label} ${lag.value} ms`;
  if (transport !== 'MSE') return figures;
  return (
    `${figures}; allowed at most ${WANTED_MSE.firstFrameMs} ms: ${verdict(firstFrame.value <= WANTED_MSE.firstFrameMs)}` +
    `, and ${WANTED_MSE.lagMs} ms: ${verdict(lag.value <= WANTED_MSE.lagMs)}`
  );
}

/** CPU time for each viewer and second, once all of them watch. */
async function costOfViewers(
  { server, databasePid }: Product,
  watchedMs: number,
  open: () => Promise<LivePlayback>,
): Promise<number> {
  const playbacks: LivePlayback[] = [];
  for (let n = 0; n < VIEWERS; n += 1) playbacks.push(await open());
  const cost = await costOf([server.pid, databasePid], watchedMs);
  await Promise.all(playbacks.map((showing) => showing.close()));
  return cost;
}

async function costOfCopies(source: string, watchedMs: number): Promise<number> {
  const fragments = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof', '-frag_duration', '500000'];
  const args = ['-loglevel', 'error', '-rtsp_transport', 'tcp', '-i', source, '-c', 'copy', '-f', 'mp4', ...fragments];
  const copies = Array.from({ length: VIEWERS }, () =>
    spawn('ffmpeg', [...args, '-y', '/dev/null'], { stdio: 'ignore' }),
  );
  const cost = await costOf(
    copies.map(({ pid }) => pid ?? 0),
    watchedMs,
  );
  await Promise.all(
    copies.map((copy) => {
      if (copy.exitCode !== null) throw new Error(`ffmpeg ended with ${copy.exitCode}`);
      const ended = once(copy, 'exit');
      copy.kill('SIGKILL');
      return ended;
    }),
  );
  return cost;
}

async function costOf(pids: readonly number[], watchedMs: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const [beforeMs, began] = [readTreesCpuMs(pids), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, watchedMs));
  return (readTreesCpuMs(pids) - beforeMs) / VIEWERS / ((performance.now() - began) / 1_000);
}

/** The recorder usually creates it, but is not running here. */
async function addReaderAccount({ databaseUrl, dataDir }: Product): Promise<void> {
  const secrets = createSecretBox(deriveKey(await loadServerKey(dataDir), 'secrets'));
  const pool = createPool({ connectionString: databaseUrl, poolSize: 1 });
  await insertRestreamAccount(connect(pool), { username: 'viewer', password: secrets.seal('any') });
  await pool.end();
}
