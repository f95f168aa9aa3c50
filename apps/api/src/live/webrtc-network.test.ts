import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { webrtcNetwork } from './webrtc-network.ts';

const nic = (address: string, internal = false) => ({ address, internal }) as NetworkInterfaceInfo;
const interfaces = { lo: [nic('127.0.0.1', true)], eth0: [nic('192.168.1.5'), nic('fe80::1'), nic('fd00::5')] };
const open = { host: '0.0.0.0', addresses: [], ports: undefined };

describe('where viewers over WebRTC find us', () => {
  it.each([
    ['a server for this machine alone listens here alone', { ...open, host: '127.0.0.1' }, ['127.0.0.1'], '127.0.0.1'],
    ['one with an address of its own keeps to it', { ...open, host: '192.168.1.5' }, ['192.168.1.5'], '192.168.1.5'],
    ['one for the network names all its addresses', open, ['192.168.1.5', 'fd00::5'], undefined],
    ['one in a container names those it was told', { ...open, addresses: ['10.0.0.2'] }, ['10.0.0.2'], undefined],
  ])('%s', (_title, settings, addresses, bindAddress) => {
    expect(webrtcNetwork(settings, interfaces)).toEqual({ addresses, ...(bindAddress && { bindAddress }) });
  });

  it('without a network is here', () => {
    expect(webrtcNetwork(open, { lo: interfaces.lo }).addresses).toEqual(['127.0.0.1']);
  });

  it('keeps to a range of ports', () => {
    const ports = { first: 50_000, last: 50_199 };
    expect(webrtcNetwork({ ...open, ports }, interfaces).ports).toEqual(ports);
  });
});
