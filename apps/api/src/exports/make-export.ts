import { mkdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, type ExportRow, listExportableCameras } from '@holdfast/db';
import { explainGaps, exportFileName, reasonCode } from '@holdfast/domain';
import { type Clock, type Logger, syncFile } from '@holdfast/kit';
import type { ExportTool } from '@holdfast/media';
import type { FootageFiles } from '../footage/footage-files.ts';
import { readTimeline } from '../timeline/read-timeline.ts';
import { diskFull, ExportFailure, noFootageLeft } from './export-failure.ts';
import { type ManifestCamera, type ManifestFile, signManifest } from './manifest.ts';
import { type CameraPlan, expectedBytes, type PlannedFile, planCamera } from './plan-camera.ts';
import type { SigningKey } from './signing-key.ts';
import { verifierPage } from './verifier-page.ts';
import { type WrittenFile, writeFileOf } from './write-camera.ts';
import { createZip, type Hashed, hashFile } from './zip-writer.ts';

export interface MakingDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  dataDir: string;
  footage: FootageFiles;
  timeZone: string;
  signingKey: SigningKey;
  exportTool: ExportTool;
}

export interface Making {
  /** An empty folder for this attempt. */
  draft: string;
  onProgress(share: number): void;
  signal: AbortSignal;
}

export interface MadeExport {
  fileName: string;
  mediaType: 'video/mp4' | 'application/zip';
  sizeBytes: number;
  manifest: string;
}

const MANIFEST_NAME = 'manifest.json';
const VERIFIER_NAME = 'verify.html';
/** Kept free for recording. */
const SPARE_BYTES = 2 * 1024 ** 3;
const MAX_UNPLAYABLE = 100;

/** Writes all files of an export into a folder: one MP4, or a ZIP of several with their manifest. */
export async function makeExport(deps: MakingDeps, job: ExportRow, making: Making): Promise<MadeExport> {
  const { draft, signal } = making;
  const cameras = await camerasOf(deps, job);
  const bytes = cameras.reduce((sum, camera) => sum + camera.bytes, 0);
  const { bavail, bsize } = await statfs(draft);
  const needed = expectedBytes(bytes + Math.max(...cameras.map((camera) => camera.bytes)), job.speed);
  if (bavail * bsize < needed + SPARE_BYTES) throw diskFull();

  // Each byte counts twice: once when written, once when hashed.
  let handled = 0;
  const onBytes = (count: number) => {
    handled += count;
    making.onProgress(Math.min(0.99, handled / Math.max(1, 2 * bytes)));
  };
  const fileCount = cameras.reduce((sum, { files }) => sum + files.length, 0);
  if (fileCount === 0) throw noFootageLeft();
  const work = join(draft, 'work');
  await mkdir(work);
  const baseName =
    fileCount === 1 ? undefined : exportFileName({ cameraName: 'export', startMs: job.startTs.getTime() });
  const zip = baseName && createZip(join(draft, baseName), { mtime: new Date(deps.clock.now()), signal });
  const keep = async ({ name, path }: WrittenFile): Promise<Hashed> => {
    if (zip) {
      const hashed = await zip.addFile(name, path, onBytes);
      await rm(path);
      return hashed;
    }
    const kept = join(draft, name);
    await rename(path, kept);
    // Synced while it is hashed, so that publishing does not wait for the disk.
    const [hashed] = await Promise.all([hashFile(kept, onBytes, signal), syncFile(kept)]);
    return hashed;
  };

  const manifestCameras: ManifestCamera[] = [];
  const taken = new Set<string>();
  for (const camera of cameras) {
    const files = await writeCamera(deps, { job, camera, work, taken, onBytes, signal, keep });
    manifestCameras.push({
      id: camera.id,
      name: camera.name,
      files,
      ...(await ledgerOf(deps, job, { camera, files })),
    });
  }
  await rm(work, { recursive: true });
  const [only] = manifestCameras.flatMap(({ files }) => files);
  if (!only) throw noFootageLeft();
  const manifest = signManifest(
    {
      exportId: job.id,
      createdAt: new Date(deps.clock.now()),
      timeZone: deps.timeZone,
      start: job.startTs,
      end: job.endTs,
      burnClock: job.burnClock,
      audio: job.audio,
      speed: job.speed,
      cameras: manifestCameras,
    },
    deps.signingKey,
  );
  if (!zip || baseName === undefined) {
    await writeFile(join(draft, MANIFEST_NAME), manifest);
    return { fileName: only.name, mediaType: 'video/mp4', sizeBytes: only.bytes, manifest };
  }
  zip.addText(MANIFEST_NAME, manifest);
  zip.addText(VERIFIER_NAME, verifierPage());
  await zip.close();
  const fileName = `${baseName}.zip`;
  await rename(join(draft, baseName), join(draft, fileName));
  const { size } = await stat(join(draft, fileName));
  return { fileName, mediaType: 'application/zip', sizeBytes: size, manifest };
}

interface PlannedCamera {
  id: string;
  name: string;
  bytes: number;
  plan: CameraPlan;
  files: PlannedFile[];
}

/** The cameras of an export with their files. Fails if the requester may no longer see one. */
async function camerasOf(deps: MakingDeps, job: ExportRow): Promise<PlannedCamera[]> {
  if (job.createdBy === null) throw new ExportFailure(reasonCode('export-user-gone'));
  const asked = { userId: job.createdBy, start: job.startTs, end: job.endTs };
  const found = await listExportableCameras(deps.db, { ...asked, cameraIds: job.cameras?.map(({ id }) => id) ?? [] });
  return Promise.all(
    (job.cameras ?? []).map(async ({ id, name }) => {
      if (!found.some((one) => one.id === id))
        throw new ExportFailure(reasonCode('export-camera-gone', { camera: name }));
      const plan = await planCamera(deps, { ...asked, cameraId: id });
      const files = plan(new Set());
      return { id, name, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), plan, files };
    }),
  );
}

interface CameraWork {
  job: ExportRow;
  camera: PlannedCamera;
  work: string;
  taken: Set<string>;
  onBytes(count: number): void;
  signal: AbortSignal;
  keep(file: WrittenFile): Promise<Hashed>;
}

/** A missing or damaged file becomes a hole: the plan is recomputed from there. */
async function writeCamera(
  deps: MakingDeps,
  { job, camera, work, taken, onBytes, signal, keep }: CameraWork,
): Promise<ManifestFile[]> {
  const written: ManifestFile[] = [];
  const unplayable = new Set<number>();
  let { files } = camera;
  for (let next = files[0]; next; next = files[written.length]) {
    const result = await writeFileOf(next, {
      tool: deps.exportTool,
      log: deps.log,
      cameraName: camera.name,
      folder: work,
      taken,
      audio: job.audio,
      speed: job.speed,
      clockZone: job.burnClock ? deps.timeZone : undefined,
      onFed: onBytes,
      signal,
    });
    if (result.kind === 'written') {
      const { name, stretches } = result.file;
      written.push({ name, stream: next.stream, stretches, ...(await keep(result.file)) });
      continue;
    }
    unplayable.add(result.segmentId);
    if (unplayable.size > MAX_UNPLAYABLE)
      throw new ExportFailure(reasonCode('export-footage-damaged', { camera: camera.name }));
    files = camera.plan(unplayable);
  }
  return written;
}

/** Missing footage with the reasons, and footage that was converted before it was recorded. */
async function ledgerOf(
  { db, clock }: MakingDeps,
  { createdBy, startTs: start, endTs: end }: ExportRow,
  { camera, files }: { camera: PlannedCamera; files: readonly ManifestFile[] },
) {
  const range = { userId: createdBy ?? '', cameraIds: [camera.id], start, end };
  const { cameras } = await readTimeline(db, range, { nowMs: clock.now(), requestedMs: undefined });
  const gaps = explainGaps(
    { startMs: start.getTime(), endMs: end.getTime() },
    files.flatMap(({ stretches }) => stretches),
    cameras[0]?.entries ?? [],
  );
  return { gaps, reencoded: cameras[0]?.reencoded ?? [] };
}
