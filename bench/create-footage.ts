import { execFile } from 'node:child_process';
import { link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, createPool, findDefaultStorageId, insertSegments } from '@holdfast/db';
import { segmentName } from '@holdfast/domain';
import { readSegmentFacts } from '@holdfast/media';
import type { Product } from './product.ts';

const run = promisify(execFile);
export const FOOTAGE_START = Date.UTC(2026, 0, 1);
const FLAGS = 'movflags=+frag_keyframe+empty_moov+default_base_moof+global_sidx';

export interface CreatedFootage {
  cameraId: string;
  minutes: number;
  /** What ffmpeg draws. */
  picture?: string;
  rate?: string;
}

const NOISE = 'testsrc2=size=640x360:rate=15,noise=alls=60:allf=t';

/** A minute of noise in four-second files, indexed repeatedly as hard links, so that it needs no space. */
export async function createFootage(
  { databaseUrl, dataDir }: Pick<Product, 'databaseUrl' | 'dataDir'>,
  { cameraId, minutes, picture = NOISE, rate: bits = '4M' }: CreatedFootage,
): Promise<string[]> {
  const folder = join(dataDir, 'footage', cameraId, 'main');
  const drafts = join(folder, 'drafts');
  await mkdir(drafts, { recursive: true });
  const source = ['-f', 'lavfi', '-i', picture, '-t', '60'];
  const rate = ['-b:v', bits, '-minrate', bits, '-maxrate', bits, '-bufsize', bits, '-g', '15'];
  const split = ['-f', 'segment', '-segment_time', '4', '-reset_timestamps', '1', '-segment_format_options', FLAGS];
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', ...rate];
  await run('ffmpeg', ['-loglevel', 'error', ...source, ...encode, ...split, join(drafts, '%03d.mp4')]);
  const files = await Promise.all(
    (await readdir(drafts)).sort().map(async (name) => {
      const reading = await readSegmentFacts(join(drafts, name));
      if (reading.kind !== 'segment') throw new Error(`no segment was made: ${reading.kind}`);
      return { path: join(drafts, name), facts: reading.facts };
    }),
  );
  const db = connect(createPool({ connectionString: databaseUrl, poolSize: 1 }));
  const storageId = await findDefaultStorageId(db);
  const paths: string[] = [];
  const rows: Parameters<typeof insertSegments>[1][number][] = [];
  let at = FOOTAGE_START;
  for (const { path, facts } of Array.from({ length: minutes }, () => files).flat()) {
    const name = segmentName(at);
    await link(path, join(folder, name));
    paths.push(join(folder, name));
    rows.push({
      cameraId,
      stream: 'main',
      startTs: new Date(at),
      preciseStartTs: new Date(at),
      durationMs: facts.durationMs,
      endTs: new Date(at + facts.durationMs),
      storageId,
      path: join(cameraId, 'main', name),
      sizeBytes: facts.sizeBytes,
      parameterHash: facts.parameterHash,
    });
    at += facts.durationMs;
  }
  for (let at = 0; at < rows.length; at += 1_000) await insertSegments(db, rows.slice(at, at + 1_000));
  await db.destroy();
  return paths;
}
