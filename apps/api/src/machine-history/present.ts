import type { listMachineSamples, listStorageSamples } from '@holdfast/db';
import { type Combine, fillSlots, type SlotGrid } from '@holdfast/domain';

type MachineRow = Awaited<ReturnType<typeof listMachineSamples>>[number];
type StorageRow = Awaited<ReturnType<typeof listStorageSamples>>[number];

/** More digits than a chart can show would only make the reply longer. */
const rounded = (values: readonly (number | null)[], digits: number) =>
  values.map((value) => (value === null ? null : Number(value.toFixed(digits))));

export function presentMachine(rows: readonly MachineRow[], grid: SlotGrid) {
  const slots = (pick: (row: MachineRow) => number | null, combine: Combine = 'mean', digits = 0) =>
    rounded(
      fillSlots(
        rows.map((row) => ({ startMs: row.ts.getTime(), weight: row.samples, value: pick(row) })),
        grid,
        combine,
      ),
      digits,
    );
  return {
    cpu: slots(({ cpu }) => cpu, 'mean', 3),
    cpu_peak: slots(({ cpuPeak }) => cpuPeak, 'max', 3),
    memory_used_bytes: slots(({ memoryUsedBytes }) => memoryUsedBytes),
    memory_total_bytes: rows.at(-1)?.memoryTotalBytes ?? null,
    network_in_bps: slots(({ networkInBps }) => networkInBps),
    network_out_bps: slots(({ networkOutBps }) => networkOutBps),
    camera_bps: slots(({ cameraBps }) => cameraBps),
    disk_read_bytes_per_s: slots(({ diskReadBytesPerS }) => diskReadBytesPerS),
    disk_written_bytes_per_s: slots(({ diskWrittenBytesPerS }) => diskWrittenBytesPerS),
  };
}

export const presentStorageHistory = (rows: readonly StorageRow[], grid: SlotGrid) =>
  fillSlots(
    rows.map(({ ts, freeBytes }) => ({ startMs: ts.getTime(), weight: 1, value: freeBytes })),
    grid,
    'last',
  );
