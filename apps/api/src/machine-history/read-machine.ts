import { access, readdir, readFile } from 'node:fs/promises';
import { cpus, freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import type { MachineCounters } from '@holdfast/domain';
import { parseDisks, parseNetwork } from './parse-proc.ts';

export interface MachineReading extends MachineCounters {
  memoryUsedBytes: number;
  memoryTotalBytes: number;
}

/** Reads the load of this machine. Counters that the system does not offer are null. */
export async function readMachine(): Promise<MachineReading> {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  const total = times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle);
  const [network, disks] = await Promise.all([readNetwork(), readDisks()]);
  return {
    tickMs: performance.now(),
    cpuBusy: total - idle,
    cpuTotal: total,
    memoryUsedBytes: totalmem() - freemem(),
    memoryTotalBytes: totalmem(),
    networkInBytes: network?.inBytes ?? null,
    networkOutBytes: network?.outBytes ?? null,
    diskReadBytes: disks?.readBytes ?? null,
    diskWrittenBytes: disks?.writtenBytes ?? null,
  };
}

async function readNetwork() {
  const names = (await entriesOf('/sys/class/net')).filter((name) => name !== 'lo');
  const real = await devicesIn('/sys/class/net', names);
  const text = await textOf('/proc/net/dev');
  // Bridges and tunnels carry the packets of real interfaces again. In a container there are only virtual ones.
  return parseNetwork(text, new Set(real.length > 0 ? real : names));
}

async function readDisks() {
  // Partitions, arrays and encrypted volumes repeat what their disks do.
  const real = await devicesIn('/sys/block', await entriesOf('/sys/block'));
  return parseDisks(await textOf('/proc/diskstats'), new Set(real));
}

const entriesOf = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** The devices found last, by folder, valid while its names stay the same: devices seldom change. */
const known = new Map<string, { names: string; devices: string[] }>();

/** The names that stand for real hardware. */
async function devicesIn(folder: string, names: readonly string[]): Promise<string[]> {
  const before = known.get(folder);
  if (before?.names === names.join('/')) return before.devices;
  const found = await Promise.all(
    names.map((name) =>
      access(join(folder, name, 'device')).then(
        () => [name],
        () => [],
      ),
    ),
  );
  const devices = found.flat();
  known.set(folder, { names: names.join('/'), devices });
  return devices;
}
