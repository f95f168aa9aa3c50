import type { DeviceDiscovery, DeviceStreamLister, DiscoveredDevice } from '@holdfast/media';
import { invalidField, Problem } from '../http/problem.ts';

/** A search takes seconds and loads the network: concurrent callers share one. */
export function createFindDevices(discover: DeviceDiscovery): (signal: AbortSignal) => Promise<DiscoveredDevice[]> {
  let running: { devices: Promise<DiscoveredDevice[]>; leave: AbortController; waiting: number } | undefined;
  return async (signal) => {
    const leave = new AbortController();
    const mine = running ?? {
      devices: discover(leave.signal).finally(() => {
        if (running === mine) running = undefined;
      }),
      leave,
      waiting: 0,
    };
    running = mine;
    mine.waiting += 1;
    const left = () => {
      mine.waiting -= 1;
      if (mine.waiting === 0) mine.leave.abort();
    };
    signal.addEventListener('abort', left, { once: true });
    try {
      return await mine.devices;
    } finally {
      signal.removeEventListener('abort', left);
    }
  };
}

export const presentDevice = ({ address, serviceUrl, name, hardware }: DiscoveredDevice) => ({
  address,
  service_url: serviceUrl,
  name,
  hardware,
});

/** The streams of a device, the largest first: usually the one to record. */
export async function readDeviceStreams(
  { listDeviceStreams }: { listDeviceStreams: DeviceStreamLister },
  request: { service_url: string; username: string; password: string; signal: AbortSignal },
) {
  const { service_url, username, password, signal } = request;
  const found = await listDeviceStreams({
    serviceUrl: service_url,
    login: username === '' ? null : { username, password },
    signal,
  });
  if (found.kind === 'refused') throw invalidField('/service_url', found.reason);
  if (found.kind === 'unreachable') throw new Problem('camera-unreachable', { reason: found.reason });
  const pixels = ({ width, height }: { width: number | null; height: number | null }) => (width ?? 0) * (height ?? 0);
  return found.streams.toSorted((a, b) => pixels(b) - pixels(a));
}
