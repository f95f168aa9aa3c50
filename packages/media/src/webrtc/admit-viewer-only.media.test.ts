import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RTCPeerConnection } from 'werift';
import { readConnection } from './admit-viewer-only.ts';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const socket = { transport: { onData: () => undefined } };

describe('the private fields of werift that we use', () => {
  it('are those of the pinned version', () => {
    expect(manifest.dependencies.werift).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('exist on a connection with open sockets', async () => {
    const connection = new RTCPeerConnection({ iceServers: [], iceAdditionalHostAddresses: ['127.0.0.1'] });
    try {
      connection.addTransceiver('video', { direction: 'sendonly' });
      await connection.setLocalDescription(await connection.createOffer());
      const candidates = connection.localDescription?.sdp.match(/^a=candidate:/gm) ?? [];
      expect(candidates.length).toBeGreaterThan(0);
      for (const transport of connection.iceTransports) {
        const { connection: ice } = transport;
        const { sockets, password } = readConnection({
          protocols: Reflect.get(ice, 'protocols'),
          localPassword: ice.localPassword,
        });
        expect(sockets.length).toBeGreaterThan(0);
        expect(connection.localDescription?.sdp).toContain(`a=ice-pwd:${password}`);
      }
    } finally {
      await connection.close();
    }
  });

  it.each([
    ['no list of sockets', { protocols: undefined, localPassword: 'x' }, /no sockets/],
    ['no socket yet', { protocols: [], localPassword: 'x' }, /no sockets/],
    ['a socket without a transport', { protocols: [socket, {}], localPassword: 'x' }, /a transport without a socket/],
    [
      'a transport that hands on otherwise',
      { protocols: [{ transport: {} }], localPassword: 'x' },
      /a transport without a socket/,
    ],
    ['no password', { protocols: [socket], localPassword: undefined }, /no password/],
  ])('cause an error when there is %s', (_title, connection, fault) => {
    expect(() => readConnection(connection)).toThrow(fault);
  });
});
