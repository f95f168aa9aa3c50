import { openRawClient } from './raw-client.ts';

export interface SteadyLoad {
  address: string;
  token: string;
  /** Of every request. */
  headers?: Record<string, string>;
  /** The next path to request. */
  next(n: number): string;
  perSecond: number;
  seconds: number;
}

const CONNECTIONS = 16;

/**
 * Requests at a fixed rate, whether or not earlier ones were answered. A time counts from when its request was due, so that a
 * server that stalls is not excused.
 */
export async function runSteadyLoad({
  address,
  token,
  headers: more = {},
  next,
  perSecond,
  seconds,
}: SteadyLoad): Promise<number[]> {
  const headers = { authorization: `Bearer ${token}`, ...more };
  const client = openRawClient({ address, headers, connections: CONNECTIONS });
  const ask = async (path: string, dueMs: number): Promise<number> => {
    const status = await client.ask(path);
    if (status !== 200 && status !== 206) throw new Error(`${path} answered ${status}`);
    return performance.now() - dueMs;
  };
  const began = performance.now();
  const asked: Promise<number>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const dueMs = began + (n * 1000) / perSecond;
    const waitMs = dueMs - performance.now();
    // A timer is late by up to a millisecond, which would count against the server.
    if (waitMs > 2) await new Promise((resolve) => setTimeout(resolve, waitMs - 1.5));
    while (performance.now() < dueMs) await new Promise((resolve) => setImmediate(resolve));
    asked.push(ask(next(n), dueMs));
  }
  try {
    return await Promise.all(asked);
  } finally {
    client.close();
  }
}
