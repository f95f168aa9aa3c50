import type { Database } from '@holdfast/db';
import { type LeaseAnswer, PATIENCE_AT_START_MS, recordsFromMemory } from '@holdfast/domain';
import { type Logger, sleep } from '@holdfast/kit';
import type { RecorderMemory, Remembered } from '../memory/recorder-memory.ts';
import { type Lease, takeLease } from './take-lease.ts';

export interface Beginning {
  /** There already, or still to come when the recording begins from memory. Rejects when another recorder is at work. */
  leasing: Promise<Lease | undefined>;
  remembered: Remembered | undefined;
}

const LOOK_MS = 50;

/** Waits for the right to record, or for the moment from which waiting would do more harm. Undefined when aborted. */
export async function beginRecording({
  db,
  holder,
  memory,
  log,
  signal,
}: {
  db: Database;
  holder: string;
  memory: Pick<RecorderMemory, 'read'>;
  log: Logger;
  signal: AbortSignal;
}): Promise<Beginning | undefined> {
  const beganMs = performance.now();
  let answer: LeaseAnswer = 'silent';
  const leasing = takeLease({
    db,
    holder,
    log,
    signal,
    onAnswer: (said) => {
      answer = said;
    },
  });
  let isOver = false;
  const over = leasing.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  const reading = await memory.read();
  const remembered = reading.kind === 'known' ? reading.remembered : undefined;
  let isExplained = reading.kind !== 'unusable';
  while (!isOver) {
    const waitedMs = performance.now() - beganMs;
    const remembersCameras = remembered !== undefined && remembered.cameras.length > 0;
    if (recordsFromMemory({ answer, waitedMs, remembersCameras })) {
      log.warn(
        { cameras: remembered?.cameras.length },
        'the database does not answer: recording what was wanted when it last did',
      );
      return { leasing, remembered };
    }
    if (!isExplained && waitedMs >= PATIENCE_AT_START_MS) {
      isExplained = true;
      if (reading.kind === 'unusable')
        log.warn({ reason: reading.reason }, 'nothing is recorded until the database answers: it is not known what to');
    }
    await Promise.race([over, sleep(LOOK_MS)]);
  }
  return (await leasing) && { leasing, remembered: undefined };
}
