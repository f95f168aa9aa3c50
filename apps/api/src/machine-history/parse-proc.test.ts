import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDisks, parseNetwork } from './parse-proc.ts';

const network = `Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 900 9 0 0 0 0 0 0 900 9 0 0 0 0 0 0
  eth0:1000 10 0 0 0 0 0 0 50 5 0 0 0 0 0 0
 wlan0: 7 1 0 0 0 0 0 0 3 1 0 0 0 0 0 0
`;
const disks = `   8       0 sda 100 0 2000 50 10 0 4000 5 0 0 0
   8       1 sda1 100 0 2000 50 10 0 4000 5 0 0 0
 253       0 dm-0 100 0 2000 50 10 0 4000 5 0 0 0
 259       0 nvme0n1 1 0 8 1 1 0 16 1 0 0 0 0 0 0 0 0 0
`;

describe('the counters of the kernel', () => {
  it('are summed over the named interfaces', () => {
    expect(parseNetwork(network, new Set(['eth0', 'wlan0']))).toEqual({ inBytes: 1_007, outBytes: 53 });
    expect(parseNetwork(network, new Set(['eth1']))).toBeNull();
  });

  it('are summed over the named disks, without their partitions', () => {
    const expected = { readBytes: 2_008 * 512, writtenBytes: 4_016 * 512 };
    expect(parseDisks(disks, new Set(['sda', 'nvme0n1']))).toEqual(expected);
    expect(parseDisks('', new Set(['sda']))).toBeNull();
  });

  it('are numbers or unknown for any text', () => {
    const names = new Set(['a', 'eth0', '']);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constant(network.slice(0, 250))), (text) => {
        for (const found of [parseNetwork(text, names), parseDisks(text, names)])
          for (const value of Object.values(found ?? {})) expect(Number.isFinite(value)).toBe(true);
      }),
    );
  });
});
