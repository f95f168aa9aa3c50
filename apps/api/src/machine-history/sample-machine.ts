import { addMachineSample, type Database, deleteOldSamples } from '@holdfast/db';
import { ratesBetween } from '@holdfast/domain';
import { type Clock, every, type Logger, type Task } from '@holdfast/kit';
import { RECORDER_SILENT_MS } from '../system/health.ts';
import { type MachineReading, readMachine } from './read-machine.ts';

const SAMPLE_MS = 20_000;
const PRUNE_MS = 600_000;

interface SampleDeps {
  db: Database;
  clock: Clock;
}

/** Stores what happened since the last call. The first call only reads the counters. */
export function createMachineSampler({ db, clock }: SampleDeps, read: () => Promise<MachineReading> = readMachine) {
  let last: MachineReading | undefined;
  return async (): Promise<void> => {
    const reading = await read();
    const before = last;
    last = reading;
    if (!before) return;
    const atMs = clock.now();
    const { memoryUsedBytes, memoryTotalBytes } = reading;
    const sample = { ...ratesBetween(before, reading), memoryUsedBytes, memoryTotalBytes };
    // The values that the recorder reported before it stopped are outdated.
    await addMachineSample(db, atMs, sample, new Date(atMs - RECORDER_SILENT_MS));
  };
}

export const machineHistoryTasks = ({ db, clock, log }: SampleDeps & { log: Logger }): Task[] => [
  every('machine-history', SAMPLE_MS, createMachineSampler({ db, clock }), { log }),
  every('prune-machine-history', PRUNE_MS, () => deleteOldSamples(db, clock.now()), { log }),
];
