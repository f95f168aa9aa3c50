import type { Database, SchemaState } from '@holdfast/db';
import { type LeaseAnswer, PATIENCE_AT_START_MS, recordsByLastKnownSettings } from '@holdfast/domain';
import { type Logger, sleep } from '@holdfast/kit';
import type { RecorderMemory, Remembered } from '../settings/last-known-settings.ts';
import { LEASE_MS, type Lease, takeLease } from './take-lease.ts';

export interface Beginning {
  /**
   * Resolved already, or pending when recording starts from the last known settings. Rejects when another recorder is
   * active.
   */
  leasing: Promise<Lease | undefined>;
  remembered: Remembered | undefined;
}

const POLL_MS = 50;

/**
 * Waits for the lease; after a while without a database, starts with the last known settings instead. Undefined when
 * aborted.
 */
export async function beginRecording({
  db,
  schema,
  holder,
  memory,
  log,
  signal,
  lengthMs = LEASE_MS,
}: {
  db: Database;
  schema: () => Promise<SchemaState>;
  holder: string;
  memory: Pick<RecorderMemory, 'read'>;
  log: Logger;
  signal: AbortSignal;
  lengthMs?: number;
}): Promise<Beginning | undefined> {
  let heard: LeaseAnswer = 'none';
  let heardMs = performance.now();
  const leasing = takeLease({
    db,
    schema,
    holder,
    log,
    signal,
    lengthMs,
    onTaken: () => {
      heard = 'taken';
      heardMs = performance.now();
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
    const silentMs = performance.now() - heardMs;
    const hasLastKnownSettings = remembered !== undefined && remembered.cameras.length > 0;
    if (recordsByLastKnownSettings({ heard, silentMs, leaseMs: lengthMs, hasLastKnownSettings })) {
      log.warn(
        { cameras: remembered?.cameras.length },
        'the database does not answer: recording with the last known settings',
      );
      return { leasing, remembered };
    }
    if (!isExplained && silentMs >= PATIENCE_AT_START_MS) {
      isExplained = true;
      if (reading.kind === 'unusable')
        log.warn(
          { reason: reading.reason },
          'nothing is recorded until the database answers: the last known settings cannot be used',
        );
    }
    await Promise.race([over, sleep(POLL_MS)]);
  }
  return (await leasing) && { leasing, remembered: undefined };
}
