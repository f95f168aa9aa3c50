import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@holdfast/client';
import { gstLaunch, PATIENCE_MS, startGstCamera } from '@holdfast/testkit';
import { startProduct } from './running-product.ts';

const SECOND_MS = 1_000;
/** The starts of the clips are spread over this time. */
const SPREAD_SECONDS = 4;

export interface RenderLoad {
  /** Status of each render. */
  statuses: number[];
  /** Seconds of footage of each camera while they were rendered. */
  recordedSeconds: number[];
  gaps: { camera: string; start: string; end: string; reason: string }[];
}

/** Records cameras, renders many different clips of them at once, and returns what the recording missed meanwhile. */
export async function recordDuringRenders({
  cameras,
  renders,
  clipSeconds,
}: {
  cameras: number;
  renders: number;
  clipSeconds: number;
}): Promise<RenderLoad> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-renders-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const paths = Array.from({ length: cameras }, (_, index) => `/camera-${index}`);
  const source = await startGstCamera({ mounts: Object.fromEntries(paths.map((path) => [path, gstLaunch.h264()])) });
  stack.defer(() => source.stop());
  const product = await startProduct(dataDir);
  stack.defer(async () => void (await product.stop()));
  const { token } = await product.client().auth.bootstrap({ body: { username: 'ann', password: 'correct horse' } });
  const client = product.client(token);
  const ids: string[] = [];
  for (const path of paths)
    ids.push((await client.cameras.create({ body: { name: path.slice(1), main_url: source.url(path) } })).id);

  const startMs = await untilRecorded(client, ids, { fromMs: Date.now(), seconds: clipSeconds + SPREAD_SECONDS });
  const clips = await Promise.all(
    Array.from({ length: renders }, async (_, index) => {
      // A range of its own for each, so that no two share a file.
      const fromMs = startMs + Math.round((index / renders) * SPREAD_SECONDS * SECOND_MS);
      const body = {
        camera_id: ids[index % cameras] ?? null,
        start: new Date(fromMs).toISOString(),
        end: new Date(fromMs + clipSeconds * SECOND_MS).toISOString(),
        label: `Render ${index}`,
        protected: false,
      };
      return (await client.bookmarks.create({ body })).id;
    }),
  );
  const beganMs = Date.now();
  const statuses = await Promise.all(
    clips.map(async (id) => {
      const reply = await fetch(`${product.baseUrl}/clip/${id}/clip.mp4?q=preview`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await reply.arrayBuffer();
      return reply.status;
    }),
  );
  const endedMs = Date.now();
  await untilRecorded(client, ids, { fromMs: endedMs, seconds: 1 });
  return { statuses, ...(await missed(client, ids, { beganMs, endedMs })) };
}

const timelineOf = async (client: Client, ids: readonly string[], range: { startMs: number; endMs: number }) =>
  (
    await client.timeline.get({
      query: {
        camera_ids: [...ids],
        start: new Date(range.startMs).toISOString(),
        end: new Date(range.endMs).toISOString(),
        resolution_ms: 0,
      },
    })
  ).cameras;

/** Waits until all cameras have this much footage, and returns when the last of them began. */
async function untilRecorded(
  client: Client,
  ids: readonly string[],
  { fromMs, seconds }: { fromMs: number; seconds: number },
): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await timelineOf(client, ids, { startMs: fromMs, endMs: Date.now() + SECOND_MS });
    const runs = found.flatMap((camera) => camera.runs.slice(-1));
    const startMs = Math.max(fromMs, ...runs.map(({ start }) => Date.parse(start)));
    const endMs = Math.min(...runs.map(({ end }) => Date.parse(end)));
    if (runs.length === ids.length && endMs - startMs >= seconds * SECOND_MS) return startMs;
    if (Date.now() > deadline) throw new Error(`the cameras did not record: ${JSON.stringify(found)}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function missed(
  client: Client,
  ids: readonly string[],
  { beganMs, endedMs }: { beganMs: number; endedMs: number },
) {
  const found = await timelineOf(client, ids, { startMs: beganMs, endMs: endedMs });
  return {
    recordedSeconds: found.map(({ runs }) =>
      runs.reduce((sum, { start, end }) => sum + (Date.parse(end) - Date.parse(start)) / SECOND_MS, 0),
    ),
    gaps: found.flatMap(({ camera_id: camera, gaps }) => gaps.map((gap) => ({ camera, ...gap }))),
  };
}
