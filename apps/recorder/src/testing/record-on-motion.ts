import { readFile } from 'node:fs/promises';
import { type SceneCamera, startSceneCamera } from '@holdfast/testkit';
import { type Installation, openInstallation, type RunningRecorder, until } from './installation.ts';

export interface MotionRecording {
  /** Of the bytes that the same scene takes in continuous mode, the mean of all motion cameras. */
  bytesShare: number;
  /** Of the time. */
  timeShare: number;
  activityShare: number;
  /** Bytes written to disk for each byte of footage; more than one means that discarded fragments were written. */
  writtenPerByte: number;
  visits: number;
  /** Visits of which something is not on disk, with what is missing. */
  missing: string[];
}

interface Visit {
  camera: number;
  startFrame: number;
  endFrame: number;
  startMs: number;
  endMs: number;
}

interface MotionRecordingOptions {
  cameras: number;
  /** Pictures that each camera sends: ten a second. */
  frames: number;
  visits: number;
  /** The share of the time in which something moves. */
  activity: number;
}

/**
 * Records cameras in motion mode, with the default buffers and the pixel analysis, and one of the same scene in continuous mode.
 * Visits of different cameras are spread over the time.
 */
export async function recordOnMotion(options: MotionRecordingOptions): Promise<MotionRecording> {
  const scenes = await Promise.all(
    Array.from({ length: options.cameras + 1 }, () => startSceneCamera({ hasNoise: true })),
  );
  const installation = await openInstallation();
  try {
    const ids = await addCameras(installation, scenes);
    const recorder = await installation.startRecorder();
    await untilIdle(installation, options.cameras);
    const fromMs = Date.now();
    const writtenBefore = await writtenBytes(recorder);
    const visits = await playVisits(scenes, options);
    await untilIdle(installation, options.cameras);
    const toMs = Date.now();
    await untilPublished(installation, visits, ids);
    const written = (await writtenBytes(recorder)) - writtenBefore;
    const footage = await Promise.all(ids.map((id) => footageOf(installation, id, { fromMs, toMs })));
    return judge(footage, { visits, written, spanMs: toMs - fromMs, cameras: options.cameras });
  } finally {
    await installation.close();
    await Promise.all(scenes.map((scene) => scene.stop()));
  }
}

/** The last one is the one in continuous mode. */
async function addCameras(installation: Installation, scenes: readonly SceneCamera[]): Promise<string[]> {
  const { db } = installation;
  const ids: string[] = [];
  for (const [index, { url }] of scenes.entries())
    ids.push(await installation.addCamera({ name: `Yard ${index}`, url, pixels: index < scenes.length - 1 }));
  await db.updateTable('recordingPolicy').set({ mode: 'continuous' }).execute();
  const { id: _, ...policy } = await db.selectFrom('recordingPolicy').selectAll().executeTakeFirstOrThrow();
  const onMotion = await db
    .insertInto('recordingPolicy')
    .values({ ...policy, name: 'On motion', nameKey: 'on motion', isDefault: false, mode: 'motion' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('camera').set({ policyId: onMotion.id }).where('id', 'in', ids.slice(0, -1)).execute();
  return ids;
}

const untilIdle = (installation: Installation, cameras: number) =>
  until(async () => {
    const rows = await installation.db.selectFrom('streamStatus').select('state').execute();
    return rows.filter(({ state }) => state === 'idle').length === cameras;
  });

/** When something moves in front of which camera, in pictures. The camera in continuous mode has visits too. */
export function planVisits({
  cameras,
  frames,
  visits,
  activity,
}: MotionRecordingOptions): Omit<Visit, 'startMs' | 'endMs'>[] {
  const length = Math.round((frames * activity) / visits);
  const slot = Math.floor(frames / visits);
  return Array.from({ length: cameras + 1 }, (_, camera) =>
    Array.from({ length: visits }, (_, visit) => {
      const startFrame = visit * slot + Math.round(((slot - length) * camera) / cameras);
      return { camera, startFrame, endFrame: startFrame + length };
    }),
  ).flat();
}

async function playVisits(scenes: readonly SceneCamera[], options: MotionRecordingOptions): Promise<Visit[]> {
  const [clock] = scenes;
  if (!clock) throw new Error('there is no camera');
  const beganAt = clock.frames();
  const visits = planVisits(options).map((visit) => ({ ...visit, startMs: 0, endMs: 0 }));
  const steps = visits
    .flatMap((visit) => [
      { atFrame: visit.startFrame, visit, isMoving: true },
      { atFrame: visit.endFrame, visit, isMoving: false },
    ])
    .sort((a, b) => a.atFrame - b.atFrame);
  for (const { atFrame, visit, isMoving } of steps) {
    await until(() => clock.frames() >= beganAt + atFrame);
    scenes[visit.camera]?.setMoving(isMoving);
    visit[isMoving ? 'startMs' : 'endMs'] = Date.now();
  }
  await until(() => clock.frames() >= beganAt + options.frames);
  return visits;
}

const untilPublished = (installation: Installation, visits: readonly Visit[], ids: readonly string[]) =>
  until(async () => {
    const { rows } = { rows: await installation.db.selectFrom('segment').select(['cameraId', 'endTs']).execute() };
    return ids.every((id, camera) => {
      const lastMs = Math.max(...visits.filter((visit) => visit.camera === camera).map(({ endMs }) => endMs));
      return rows.some(({ cameraId, endTs }) => cameraId === id && endTs.getTime() >= lastMs);
    });
  });

interface Piece {
  startMs: number;
  endMs: number;
  bytes: number;
}

const footageOf = async (
  installation: Installation,
  cameraId: string,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<Piece[]> =>
  (
    await installation.db
      .selectFrom('segment')
      .select(['preciseStartTs', 'endTs', 'sizeBytes'])
      .where('cameraId', '=', cameraId)
      .where('endTs', '>', new Date(fromMs))
      .where('startTs', '<', new Date(toMs))
      .orderBy('startTs')
      .execute()
  ).map(({ preciseStartTs, endTs, sizeBytes }) => ({
    startMs: preciseStartTs.getTime(),
    endMs: endTs.getTime(),
    bytes: Number(sizeBytes),
  }));

/** A picture is shown until the next one, and rows are in whole milliseconds. */
const JOIN_MS = 500;

/** The parts of a range that are not on disk. */
export function holesIn(
  pieces: readonly Pick<Piece, 'startMs' | 'endMs'>[],
  { startMs, endMs }: { startMs: number; endMs: number },
): { startMs: number; endMs: number }[] {
  const holes: { startMs: number; endMs: number }[] = [];
  let reachedMs = startMs;
  for (const piece of pieces) {
    if (piece.endMs <= reachedMs || piece.startMs >= endMs) continue;
    if (piece.startMs - reachedMs > JOIN_MS) holes.push({ startMs: reachedMs, endMs: piece.startMs });
    reachedMs = piece.endMs;
  }
  if (endMs - reachedMs > JOIN_MS) holes.push({ startMs: reachedMs, endMs });
  return holes;
}

function judge(
  footage: readonly Piece[][],
  { visits, written, spanMs, cameras }: { visits: readonly Visit[]; written: number; spanMs: number; cameras: number },
): MotionRecording {
  const bytesOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { bytes }) => sum + bytes, 0);
  const msOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const onMotion = footage.slice(0, cameras);
  const continuous = footage[cameras] ?? [];
  const moving = visits.filter(({ camera }) => camera < cameras);
  return {
    bytesShare: onMotion.reduce((sum, pieces) => sum + bytesOf(pieces), 0) / cameras / bytesOf(continuous),
    timeShare: onMotion.reduce((sum, pieces) => sum + msOf(pieces), 0) / cameras / msOf(continuous),
    activityShare: moving.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / cameras / spanMs,
    writtenPerByte: written / footage.reduce((sum, pieces) => sum + bytesOf(pieces), 0),
    visits: moving.length,
    missing: moving.flatMap((visit) =>
      holesIn(footage[visit.camera] ?? [], visit).map(
        ({ startMs, endMs }) =>
          `camera ${visit.camera}: ${endMs - startMs} ms, ${startMs - visit.startMs} ms after the start`,
      ),
    ),
  };
}

/** Including what is still in the memory of the system. */
async function writtenBytes({ process: { pid } }: RunningRecorder): Promise<number> {
  const io = await readFile(`/proc/${pid}/io`, 'utf8');
  return Number(/^write_bytes: (\d+)$/m.exec(io)?.[1] ?? 0);
}
