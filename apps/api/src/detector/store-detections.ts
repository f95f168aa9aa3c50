import { type Database, isFaultOfData, storeWithoutFaulty, upsertEvents } from '@holdfast/db';
import type { Detection, DetectorSettings } from '@holdfast/detector';
import { type Clock, type Logger, sleep, type Task } from '@holdfast/kit';
import type { IngestPlateRead, PlateEvent } from '../plates/ingest-plate-read.ts';
import type { DetectionIntake } from './detection-intake.ts';
import { normalizeDetection } from './normalize-detection.ts';

const BATCH = 500;
const RETRY_MS = 1_000;
const MAX_SLEEP_MS = 60_000;

/**
 * Writes queued detections to the event table, and their plates to the plate reads. Retries until the batch is stored, except
 * for events that can never be: they are counted and left out.
 */
export function storeDetections({
  db,
  clock,
  log,
  intake,
  settings,
  ingestPlate,
}: {
  db: Database;
  clock: Clock;
  log: Logger;
  intake: DetectionIntake;
  settings: () => DetectorSettings | undefined;
  ingestPlate: IngestPlateRead;
}): Task {
  const plateKind = async (plated: PlateEvent) => {
    try {
      return (await ingestPlate(plated)).kind;
    } catch (err) {
      if (!isFaultOfData(err)) throw err;
      log.debug({ err }, 'a plate of the detector cannot be stored');
      return 'not-storable';
    }
  };
  const store = async (batch: readonly Detection[], { sourceId, httpBaseUrl }: DetectorSettings) => {
    const normalized = batch.flatMap((detection) => {
      const cameraId = intake.cameraIdOf(detection);
      return cameraId === undefined ? [] : [normalizeDetection(detection, { cameraId, sourceId, httpBaseUrl })];
    });
    const leftOut = await storeWithoutFaulty(normalized, (part) =>
      upsertEvents(
        db,
        part.map(({ event }) => event),
        new Date(clock.now()),
      ),
    );
    for (const { err } of leftOut) {
      log.debug({ err }, 'an event of the detector cannot be stored');
      intake.faults.count('not-storable');
    }
    const refused = new Set(leftOut.map(({ row }) => row));
    await Promise.all(
      normalized.map(async (one) => {
        const kind = one.plated === undefined || refused.has(one) ? 'stored' : await plateKind(one.plated);
        if (kind !== 'stored' && kind !== 'refined') intake.faults.count(`plate-${kind}`);
      }),
    );
  };
  const run = async (signal: AbortSignal) => {
    let batch: Detection[] = [];
    while (!signal.aborted) {
      if (batch.length === 0) batch = intake.take(BATCH);
      const current = settings();
      if (batch.length === 0 || current === undefined) {
        await intake.arrived.sleep(MAX_SLEEP_MS, signal);
        continue;
      }
      try {
        await store(batch, current);
        batch = [];
      } catch (err) {
        log.warn({ err, waiting: intake.waiting }, 'detections cannot be stored yet');
        await sleep(RETRY_MS, signal);
      }
    }
  };
  return { name: 'detector-events', run };
}
