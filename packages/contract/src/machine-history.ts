import { historyRanges } from '@holdfast/domain';
import { Type } from 'typebox';
import { route } from './route.ts';
import { Nullable, OneOf, Strict, Timestamp, Uuid } from './scalars.ts';

/** One value per slot, oldest first; null where nothing was measured. */
const Slots = Type.Array(Nullable(Type.Number()));

const MachineHistory = Strict(
  {
    /** The start of the first slot. */
    start: Timestamp,
    slot_seconds: Type.Integer(),
    /** Mean share of all processors, 0 to 1. */
    cpu: Slots,
    cpu_peak: Slots,
    memory_used_bytes: Slots,
    memory_total_bytes: Nullable(Type.Number()),
    /** Of this machine, or of the API's container. */
    network_in_bps: Slots,
    network_out_bps: Slots,
    /** The sum over all cameras, as reported by the recorder. */
    camera_bps: Slots,
    disk_read_bytes_per_s: Slots,
    disk_written_bytes_per_s: Slots,
    storages: Type.Array(
      Strict({ storage_id: Uuid, name: Type.String(), total_bytes: Nullable(Type.Integer()), free_bytes: Slots }),
    ),
    database_bytes: Type.Integer(),
  },
  { $id: 'MachineHistory' },
);

export const machineHistory = {
  get: route({
    method: 'GET',
    path: '/stats/machine',
    access: 'admin',
    summary: 'Load of the machine and free space of the storages over time, and the size of the database',
    query: Strict({ range: OneOf(historyRanges) }),
    reply: MachineHistory,
  }),
};
