import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startLoopedCameras } from '../looped-cameras.ts';
import { tailOf } from '../percentiles.ts';
import { type Study, verdict } from '../study.ts';
import { throwAwayFolder } from '../throw-away-database.ts';
import { BareCopies } from './bare-copies.ts';
import { measureIndexLags } from './index-lag.ts';
import { measureRounds, medianPssBytes, medianRatio, type Round, tableOf } from './measure-round.ts';
import { PARTS, totalOf } from './product-use.ts';
import { startWholeProduct, type WholeProduct } from './whole-product.ts';

const FEW = 8;
const MANY = 16;
const WANTED = {
  idlePercent: 0.3,
  launcherMib: 40,
  recorderRatio: 1,
  productRatio: 1.4,
  productMib: 25,
  recorderMib: 8,
  soundRatio: 2.5,
  indexLagMs: 500,
};
const MIB = 2 ** 20;

/** Memory is PSS: RSS counts what processes share once for each of them. */
export const recorder: Study = {
  name: 'recorder',
  title: `the whole product (API, PostgreSQL, launcher) on ${FEW} and ${MANY} cameras (1080p, 4 Mbit/s) against as many bare ffmpeg copies`,
  run: async ({ resources, quick, signal }) => {
    const pace = quick
      ? { rounds: 2, roundMs: 15_000, settleMs: 15_000, idleMs: 20_000 }
      : { rounds: 5, roundMs: 30_000, settleMs: 90_000, idleMs: 60_000 };
    const folder = await throwAwayFolder(resources);
    const camerasOf = (options: { sound?: boolean; size?: string; mbit?: number }) =>
      startLoopedCameras(resources, { folder, lastsSeconds: 900, count: MANY, ...options });
    const silent = await camerasOf({});
    const small = await camerasOf({ size: '640x360', mbit: 0.5 });
    const sounding = await camerasOf({ sound: true });

    // Previews are made from recorded footage in the background, and measured by a bench of their own.
    const product = await startWholeProduct(resources, { THUMB_PREGEN_ENABLED: 'false' });
    const lines = await measureIdle(product, pace);
    const baseBytes = product.use().recorder.pssBytes;
    const rounds = await measureGrowing(resources, product, {
      urls: silent,
      folder: join(folder, 'bare'),
      pace,
      signal,
    });
    lines.push(...rounds.lines);
    const growthMib = (medianPssBytes(rounds.many, 'recorder') - baseBytes) / MIB / MANY;
    const productMib = medianPssBytes(rounds.many, 'product') / MIB / MANY;
    for (const [count, measured] of [[FEW, rounds.few] as const, [MANY, rounds.many] as const])
      lines.push(
        judged(`${count} cameras, recorder against bare`, medianRatio(measured, 'recorder'), WANTED.recorderRatio),
        judged(`${count} cameras, whole product against bare`, medianRatio(measured, 'product'), WANTED.productRatio),
      );
    lines.push(
      judged(`${MANY} cameras, MiB a camera of the whole product`, productMib, WANTED.productMib),
      judged(
        `${MANY} cameras, MiB a camera of the recorder above its idle ${(baseBytes / MIB).toFixed(0)} MiB`,
        growthMib,
        WANTED.recorderMib,
      ),
    );

    // Measured apart, because polling the index has a cost of its own.
    const lag = tailOf(await measureIndexLags(product.dataDir, pace.roundMs));
    lines.push(judged(`milliseconds from a published file to its row, ${lag.label}`, lag.value, WANTED.indexLagMs));

    for (const [index, id] of rounds.ids.entries())
      await product.changeCamera(id, { sub_url: small[index], motion_pixel_enabled: true });
    await pause(pace.roundMs);
    const watched = await measureRounds(
      { product: product.use, bare: () => rounds.bare.use() },
      { cameras: MANY, ...pace, rounds: 1, signal },
    );
    lines.push(`  ${MANY} cameras, with pixel analysis of a 640x360 sub stream (not judged)`, ...tableOf(watched));

    for (const id of rounds.ids) await product.changeCamera(id, { enabled: false });
    await rounds.bare[Symbol.asyncDispose]();
    const heard = await measureGrowing(resources, product, {
      urls: sounding,
      folder: join(folder, 'bare-sound'),
      pace,
      signal,
      settings: { record_audio: true },
    });
    lines.push(...heard.lines);
    for (const [count, measured] of [[FEW, heard.few] as const, [MANY, heard.many] as const])
      lines.push(
        judged(
          `${count} cameras with sound, whole product against bare`,
          medianRatio(measured, 'product'),
          WANTED.soundRatio,
        ),
      );
    return lines;
  },
};

const judged = (what: string, value: number, limit: number): string =>
  `  ${what}: ${value.toFixed(2)}, allowed at most ${limit}: ${verdict(value <= limit)}`;

async function measureIdle(
  product: WholeProduct,
  { settleMs, idleMs }: { settleMs: number; idleMs: number },
): Promise<string[]> {
  // Work that follows the start is not idling: after a minute the recorder compares the index with the disk.
  await pause(settleMs);
  const [before, began] = [product.use(), performance.now()];
  await pause(idleMs);
  const [after, tookMs] = [product.use(), performance.now() - began];
  const percent = ((totalOf(after).cpuMs - totalOf(before).cpuMs) / tookMs) * 100;
  const parts = PARTS.map(
    (part) =>
      `${part} ${(((after[part].cpuMs - before[part].cpuMs) / tookMs) * 100).toFixed(2)} % and ${(after[part].pssBytes / MIB).toFixed(0)} MiB`,
  );
  return [
    `  no camera: ${parts.join(', ')}`,
    judged('no camera, percent of a core', percent, WANTED.idlePercent),
    judged('MiB of the launcher', after.launcher.pssBytes / MIB, WANTED.launcherMib),
  ];
}

interface Growing {
  urls: readonly string[];
  folder: string;
  pace: { rounds: number; roundMs: number };
  signal: AbortSignal;
  settings?: object;
}

/** First few cameras, then many, in the same product. */
async function measureGrowing(
  resources: AsyncDisposableStack,
  product: WholeProduct,
  { urls, folder, pace, signal, settings }: Growing,
): Promise<{ few: Round[]; many: Round[]; ids: string[]; bare: BareCopies; lines: string[] }> {
  const bare = resources.use(new BareCopies(folder));
  const ids: string[] = [];
  const measured: Round[][] = [];
  const lines: string[] = [];
  for (const count of [FEW, MANY]) {
    const more = urls.slice(ids.length, count);
    ids.push(...(await product.addCameras(more, settings)));
    await bare.add(more);
    const rounds = await measureRounds(
      { product: product.use, bare: () => bare.use() },
      { cameras: count, ...pace, signal },
    );
    measured.push(rounds);
    lines.push(
      `  ${count} cameras${settings ? ', with sound' : ''}, median of ${rounds.length} rounds`,
      ...tableOf(rounds),
    );
  }
  const [few = [], many = []] = measured;
  return { few, many, ids, bare, lines };
}
