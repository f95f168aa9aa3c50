import { connect, createPool, insertRestreamAccount } from '@holdfast/db';
import { createSecretBox, deriveKey, loadServerKey } from '@holdfast/kit';
import { startRelay } from '@holdfast/media';
import { startChromium, startClockCamera, until } from '@holdfast/testkit';
import { type LiveWay, type Showing, showLive } from '../../apps/api/src/live/test-live-page.ts';
import { type Product, startProduct } from '../product.ts';
import { quantile, type Study, verdict } from '../study.ts';

const WANTED_MSE = { firstFrameMs: 1_500, lagMs: 1_000 };

/** Time and lag as the viewer has them: read off the clock in the picture, in the same machine that draws it. */
export const live: Study = {
  name: 'live',
  title: 'live view in Chromium, first frame and lag',
  run: async ({ resources, quick, signal }) => {
    const relay = await startRelay({ host: '127.0.0.1', port: 0, authorize: () => true });
    resources.defer(() => relay.close());
    const product = await startProduct(resources, undefined, { RTSP_PORT: String(relay.port) });
    await addReaderAccount(product);
    const cameraId = String(
      (await product.post('/config/cameras', { name: 'Clock', main_url: 'rtsp://192.0.2.1/x' })).id,
    );
    relay.setSource({ cameraId, stream: 'main' }, { kind: 'publish' });
    const camera = startClockCamera(`rtsp://publisher:any@127.0.0.1:${relay.port}/${cameraId}/main`);
    resources.defer(() => camera.stop());
    await until(() => relay.stats()[0]?.state.kind === 'streaming');
    const { token } = JSON.parse(await product.get(`/media-token?camera_id=${cameraId}`)) as { token: string };
    const browser = await startChromium();
    resources.defer(() => browser.close());

    const target = { origin: product.server.address, cameraId, token };
    const lines: string[] = [];
    for (const way of ['MSE', 'WebRTC'] as const) {
      const [first, late]: [Showing[], Showing[]] = [[], []];
      for (let round = 0; round < (quick ? 2 : 6); round += 1) {
        signal.throwIfAborted();
        // Nobody reads the camera when the first viewer comes.
        await until(() => relay.stats()[0]?.readers === 0);
        for (const showings of [first, late]) showings.push(await showLive(browser, { ...target, way }));
        await Promise.all([first, late].map((showings) => showings.at(-1)?.close()));
      }
      lines.push(line(way, 'first viewer', first), line(way, 'who comes late', late));
    }
    return lines;
  },
};

function line(way: LiveWay, viewer: string, showings: readonly Showing[]): string {
  const firstFrames = showings.map(({ firstFrameMs }) => firstFrameMs);
  const lags = showings.flatMap(({ lagsMs }) => lagsMs);
  const [firstFrameMs, lagMs] = [quantile(firstFrames, 0.95), quantile(lags, 0.95)];
  const figures =
    `  ${way}, ${viewer}: first frame p50 ${quantile(firstFrames, 0.5)} ms, p95 ${firstFrameMs} ms of ${firstFrames.length}, ` +
    `lag p50 ${quantile(lags, 0.5)} ms, p95 ${lagMs} ms of ${lags.length}`;
  if (way !== 'MSE') return figures;
  return (
    `${figures}; wanted p95 at most ${WANTED_MSE.firstFrameMs} ms: ${verdict(firstFrameMs <= WANTED_MSE.firstFrameMs)}` +
    `, and ${WANTED_MSE.lagMs} ms: ${verdict(lagMs <= WANTED_MSE.lagMs)}`
  );
}

/** As the recorder makes it, which is not running here. */
async function addReaderAccount({ databaseUrl, dataDir }: Product): Promise<void> {
  const secrets = createSecretBox(deriveKey(await loadServerKey(dataDir), 'secrets'));
  const pool = createPool({ connectionString: databaseUrl, poolSize: 1 });
  await insertRestreamAccount(connect(pool), { username: 'viewer', password: secrets.seal('any') });
  await pool.end();
}
