import { API_VERSION, printOpenapi, type Routes, routes } from '@holdfast/contract';
import type { Database } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import type { Clock } from '@holdfast/kit';
import { remembered } from '../caches/remembered.ts';
import type { Handlers } from '../http/mount.ts';
import { healthReasons, presentHealth } from './health.ts';
import { VERSION } from './version.ts';

const HEALTH_REMEMBERED_MS = 1_000;
const STARTING = reasonCode('server-starting');

/** Metrics as text, with their media type. */
export interface PrintedMetrics {
  contentType: string;
  print(): Promise<string>;
}

export function systemHandlers(
  deps: { db: Database; clock: Clock; isDemo: boolean; isSetUp: () => boolean },
  metrics: PrintedMetrics,
): Handlers<Routes['system']> {
  // Public, and may be called at any rate.
  const readReasons = remembered(HEALTH_REMEMBERED_MS, deps.clock, () => healthReasons(deps));
  // Built on the first request: most servers never get one.
  let openapi: Buffer | undefined;
  return {
    openapi: () => {
      openapi ??= Buffer.from(JSON.stringify(printOpenapi(routes, API_VERSION)));
      return { bytes: openapi };
    },
    version: () => ({ name: 'Holdfast', version: VERSION, api_version: API_VERSION, demo: deps.isDemo }),
    health: async () => {
      return presentHealth(deps.isSetUp() ? await readReasons() : [STARTING]);
    },
    metrics: async () => ({ bytes: await metrics.print(), mediaType: metrics.contentType }),
  };
}
