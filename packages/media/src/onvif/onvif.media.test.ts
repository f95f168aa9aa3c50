import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type DeviceManners, type FakeOnvifDevice, startFakeOnvifDevice } from '@holdfast/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeviceDiscovery } from './discover-devices.ts';
import { createDeviceStreamLister } from './list-device-streams.ts';
import { isOnHost, probeMessage, readProbeMatches } from './probe-message.ts';

const LOGIN = { username: 'admin', password: 'a<b & "c"' };
const never = new AbortController().signal;
const streams = [
  {
    token: 'P&1',
    name: 'Main',
    url: 'rtsp://root:x@127.0.0.1:554/main?a=1&b=2',
    width: 1920,
    height: 1080,
    encoding: 'H264',
  },
  { token: 'P2', name: 'Sub', url: 'rtsp://127.0.0.1:554/sub', width: 640, height: 360, encoding: 'H265' },
];

let device: FakeOnvifDevice | undefined;
afterEach(async () => {
  await device?.stop();
  device = undefined;
});
const start = async (changes: { manners?: DeviceManners; skewMs?: number; mediaUrl?: string } = {}) => {
  device = await startFakeOnvifDevice({ ...LOGIN, name: 'Yard Camera', hardware: 'HX-200', streams, ...changes });
  return device;
};
const discover = (target: { address: string; port: number }, listenMs: number) =>
  createDeviceDiscovery({ target, listenMs })(never);
const list = (serviceUrl: string, login: typeof LOGIN | null = LOGIN, timeoutMs = 20_000) =>
  createDeviceStreamLister({ outbound: {}, timeoutMs, nowMs: Date.now })({ serviceUrl, login, signal: never });

describe('discovery of cameras', () => {
  it('finds the devices that answer, with their name and hardware', async () => {
    const { probe, serviceUrl } = await start();
    await expect
      .poll(() => discover(probe, 300))
      .toEqual([{ address: '127.0.0.1', serviceUrl, name: 'Yard Camera', hardware: 'HX-200' }]);
  });

  it.each<DeviceManners>(['silent', 'giant', 'garbage', 'bomb', 'elsewhere'])(
    'finds nothing in a device that is %s',
    async (manners) => {
      const { probe } = await start({ manners });
      expect(await discover(probe, 300)).toEqual([]);
    },
  );

  it('stops at once when aborted', async () => {
    const { probe } = await start();
    const leave = new AbortController();
    const asked = createDeviceDiscovery({ target: probe, listenMs: 3_600_000 })(leave.signal);
    leave.abort();
    expect(Array.isArray(await asked)).toBe(true);
  });

  it('accepts only answers to its own probe', () => {
    const answer = (relates: string, xaddrs: string) =>
      `<E><H><RelatesTo>${relates}</RelatesTo></H><ProbeMatch><XAddrs>${xaddrs}</XAddrs></ProbeMatch></E>`;
    const read = (text: string) => readProbeMatches(text, { from: '10.0.0.9', messageId: 'abc' });
    expect(read(answer('urn:uuid:ABC', 'http://10.0.0.9/d'))).toHaveLength(1);
    expect(read(answer('urn:uuid:other', 'http://10.0.0.9/d'))).toEqual([]);
    expect(read(answer('urn:uuid:abc', 'http://10.0.0.8/d http://a:b@10.0.0.9/d ftp://10.0.0.9/d'))).toEqual([]);
    expect(probeMessage('abc')).toContain('urn:uuid:abc');
    expect(isOnHost('http://[fd00::9]:80/d', 'fd00::9')).toBe(true);
  });
});

describe('listing the streams of a camera', () => {
  it('returns each with its size and codec, without credentials in the address', async () => {
    const { serviceUrl } = await start();
    expect(await list(serviceUrl)).toEqual({
      kind: 'ok',
      streams: [
        { name: 'Main', url: 'rtsp://127.0.0.1:554/main?a=1&b=2', codec: 'H264', width: 1920, height: 1080 },
        { name: 'Sub', url: 'rtsp://127.0.0.1:554/sub', codec: 'H265', width: 640, height: 360 },
      ],
    });
    expect(device?.asked).toEqual([
      'GetSystemDateAndTime',
      'GetCapabilities',
      'GetProfiles',
      'GetStreamUri',
      'GetStreamUri',
    ]);
  });

  it('works with a camera whose clock is an hour off', async () => {
    const { serviceUrl } = await start({ skewMs: 3_600_000 });
    expect((await list(serviceUrl)).kind).toBe('ok');
  });

  it.each([[{ ...LOGIN, password: 'wrong' }], [null]])('reports that the login %j was rejected', async (login) => {
    const { serviceUrl } = await start();
    expect(await list(serviceUrl, login)).toEqual({
      kind: 'unreachable',
      reason: 'camera-rejected-login',
    });
  });

  it.each<[DeviceManners, string]>([
    ['giant', 'camera-sends-too-much'],
    ['garbage', 'not-a-camera'],
    ['bomb', 'not-a-camera'],
    ['redirect', 'camera-redirects'],
    ['elsewhere', 'camera-lists-no-stream'],
  ])('handles one that is %s', async (manners, reason) => {
    const { serviceUrl } = await start({ manners });
    expect(await list(serviceUrl)).toEqual({ kind: 'unreachable', reason });
  });

  it('gives up on a silent camera', async () => {
    const { serviceUrl } = await start({ manners: 'silent' });
    expect(await list(serviceUrl, LOGIN, 200)).toEqual({
      kind: 'unreachable',
      reason: 'camera-timed-out',
    });
  });

  it.each([
    'http://169.254.169.254/onvif/device_service',
    'http://8.8.8.8/onvif/device_service',
    'ftp://10.0.0.9/x',
    'http://root:x@10.0.0.9/x',
    'nothing',
  ])('does not connect to %s', async (serviceUrl) => {
    expect((await list(serviceUrl)).kind).toBe('refused');
  });

  it('does not connect to the port of our own database', async () => {
    const { serviceUrl } = await start();
    const outbound = { deniedPorts: [{ host: '127.0.0.1', port: Number(new URL(serviceUrl).port) }] };
    const asked = createDeviceStreamLister({ outbound, nowMs: Date.now })({ serviceUrl, login: LOGIN, signal: never });
    expect((await asked).kind).toBe('refused');
    expect(device?.asked).toEqual([]);
  });

  it('does not connect to the port of our own database when the name resolves differently the second time', async () => {
    let connections = 0;
    const ours = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(ours, 'listening');
    const { port } = ours.address() as AddressInfo;
    const { serviceUrl } = await start({ mediaUrl: `http://camera.test:${port}/onvif/media_service` });
    const answers = ['127.0.0.1'];
    const asked = createDeviceStreamLister({
      outbound: { deniedPorts: [{ host: '127.0.0.1', port }] },
      nowMs: Date.now,
      lookUp: async () => [{ address: answers.shift() ?? '192.168.77.7', family: 4 }],
    })({ serviceUrl: serviceUrl.replace('127.0.0.1', 'camera.test'), login: LOGIN, signal: never });
    expect(await asked).toEqual({ kind: 'refused', reason: 'address-not-in-network' });
    expect(connections).toBe(0);
    ours.close();
  });
});
