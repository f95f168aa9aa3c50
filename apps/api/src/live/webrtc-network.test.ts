import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { webrtcNetwork } from './webrtc-network.ts';

const nic = (address: string, internal = false) => ({ address, internal }) as NetworkInterfaceInfo;
const interfaces = { lo: [nic('127.0.0.1', true)], eth0: [nic('192.168.1.5'), nic('fe80::1'), nic('fd00::5')] };
const open = { host: '0.0.0.0', addresses: [], ports: undefined };

describe('the addresses for WebRTC viewers', () => {
  it.each([
    ['a loopback server uses loopback only', { ...open, host: '127.0.0.1' }, ['127.0.0.1'], '127.0.0.1'],
    [
      'a server bound to an address uses that address',
      { ...open, host: '192.168.1.5' },
      ['192.168.1.5'],
      '192.168.1.5',
    ],
    ['a server on all interfaces offers all its addresses', open, ['192.168.1.5', 'fd00::5'], undefined],
    [
      'a server in a container offers the configured addresses',
      { ...open, addresses: ['10.0.0.2'] },
      ['10.0.0.2'],
      undefined,
    ],
  ])('%s', (_title, settings, addresses, bindAddress) => {
    expect(webrtcNetwork(settings, interfaces)).toEqual({ addresses, ...(bindAddress && { bindAddress }) });
  });

  it('fall back to loopback without a network', () => {
    expect(webrtcNetwork(open, { lo: interfaces.lo }).addresses).toEqual(['127.0.0.1']);
  });

  it('use the configured port range', () => {
    const ports = { first: 50_000, last: 50_199 };
    expect(webrtcNetwork({ ...open, ports }, interfaces).ports).toEqual(ports);
  });
});
