import { createPool } from '@holdfast/db';
import { type Product, startProduct } from '../product.ts';
import { quantile, type Study, verdict } from '../study.ts';

const CAMERAS = 16;
const DAYS = 30;
const DAY_MS = 86_400_000;
/** Six hours of one camera: rows are made in pieces of this size, newest first. */
const PIECE_MS = DAY_MS / 4;
const ROWS_A_PIECE = 5_380;
const WANTED_P95_MS = 50;
const WANTED_RATIO = 2;

export const recorderTimeline: Study = {
  name: 'recorder-timeline',
  title: `GET /timeline over ${CAMERAS} cameras and ${DAYS} days, with ten times the segments`,
  run: async ({ resources, quick, signal }) => {
    const product = await startProduct(resources);
    const cameraIds = await addCameras(product);
    const footage = new GeneratedFootage(product.databaseUrl, cameraIds);
    resources.defer(() => footage.close());
    const end = new Date();
    const query = new URLSearchParams([
      ...cameraIds.map((id) => ['camera_ids', id]),
      ['start', new Date(end.getTime() - DAYS * DAY_MS).toISOString()],
      ['end', end.toISOString()],
    ]);
    const measured: { rows: number; p50Ms: number; p95Ms: number; bytes: number }[] = [];
    for (const rows of quick ? [100_000, 1_000_000] : [1_000_000, 10_000_000]) {
      const made = await footage.growTo(rows, signal);
      measured.push({ rows: made, ...(await ask(product, `/timeline?${query}`, quick ? 60 : 300)) });
    }
    const [small, large] = measured as [(typeof measured)[number], (typeof measured)[number]];
    const ratio = large.p95Ms / small.p95Ms;
    return [
      ...measured.map(
        ({ rows, p50Ms, p95Ms, bytes }) =>
          `  ${rows.toLocaleString('en')} rows: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, ${bytes} bytes`,
      ),
      `  p95 ${large.p95Ms.toFixed(1)} ms, wanted under ${WANTED_P95_MS}: ${verdict(large.p95Ms < WANTED_P95_MS)}`,
      `  ratio ${ratio.toFixed(2)} of p95 (${(large.p50Ms / small.p50Ms).toFixed(2)} of p50), wanted at most ${WANTED_RATIO}: ${verdict(ratio <= WANTED_RATIO)}`,
    ];
  },
};

async function addCameras({ post }: Product): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= CAMERAS; number += 1) {
    const { id } = await post('/config/cameras', { name: `Camera ${number}`, main_url: `rtsp://192.0.2.${number}/` });
    ids.push(String(id));
  }
  return ids;
}

/** One request after the other: what a person waits for. */
async function ask(product: Product, path: string, times: number) {
  const tookMs: number[] = [];
  let bytes = 0;
  for (let n = -50; n < times; n += 1) {
    const began = performance.now();
    bytes = (await product.get(path)).length;
    if (n >= 0) tookMs.push(performance.now() - began);
  }
  return { p50Ms: quantile(tookMs, 0.5), p95Ms: quantile(tookMs, 0.95), bytes };
}

/** Continuous recording with a hole every six hours and a minute of motion every ten. */
class GeneratedFootage {
  readonly #pool;
  readonly #cameraIds: readonly string[];
  #endMs: number | undefined;
  #pieces = 0;

  constructor(databaseUrl: string, cameraIds: readonly string[]) {
    this.#pool = createPool({ connectionString: databaseUrl, poolSize: 2 });
    this.#cameraIds = cameraIds;
  }

  async growTo(rows: number, signal: AbortSignal): Promise<number> {
    if (this.#endMs === undefined) await this.#begin();
    const wanted = Math.round(rows / ROWS_A_PIECE / CAMERAS);
    for (; this.#pieces < wanted; this.#pieces += 1) {
      signal.throwIfAborted();
      const startMs = (this.#endMs ?? 0) - (this.#pieces + 1) * PIECE_MS;
      for (const cameraId of this.#cameraIds) await this.#addPiece(cameraId, new Date(startMs));
    }
    await this.#pool.query('analyze');
    return this.#pieces * ROWS_A_PIECE * CAMERAS;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #begin(): Promise<void> {
    this.#endMs = Math.floor((Date.now() - 60_000) / 4_000) * 4_000;
    const start = new Date(this.#endMs - (DAYS + 1) * DAY_MS);
    await this.#pool.query('update camera set created_at = $1', [start]);
    await this.#pool.query('insert into recorder_run (started_at, beat_at) values ($1, now())', [start]);
  }

  async #addPiece(cameraId: string, start: Date): Promise<void> {
    await this.#pool.query(
      `insert into segment (camera_id, stream, start_ts, precise_start_ts, duration_ms, end_ts, storage_id, path,
                            size_bytes, parameter_hash, has_motion)
       select $1::uuid, 'main', ts, ts, 4000, ts + interval '4 s', storage.id,
              $1::text || to_char(ts at time zone 'UTC', '/"main"/YYYYMMDD/YYYYMMDD"T"HH24MISS"Z.mp4"'),
              2000000, 'h', n % 150 < 15
         from storage, generate_series(20, 5399) n, lateral (select $2::timestamptz + n * interval '4 s' as ts) at
        where storage.is_default`,
      [cameraId, start],
    );
    await this.#pool.query(
      `insert into stream_state_change (camera_id, stream, ts, reason)
       values ($1, 'main', $2, 'offline'), ($1, 'main', $2::timestamptz + interval '80 s', null)`,
      [cameraId, start],
    );
  }
}
