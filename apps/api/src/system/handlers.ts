import { API_VERSION, printOpenapi, type Routes, reasonBody, routes } from '@holdfast/contract';
import { reasonText } from '@holdfast/domain';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/mount.ts';
import { healthReasons } from './health.ts';
import { VERSION } from './version.ts';

/** Figures as text, with the media type that says which kind of text. */
export interface PrintedMetrics {
  contentType: string;
  print(): Promise<string>;
}

export function systemHandlers(
  deps: Pick<Deps, 'db' | 'clock' | 'isDemo'>,
  metrics: PrintedMetrics,
): Handlers<Routes['system']> {
  const openapi = JSON.stringify(printOpenapi(routes, API_VERSION));
  return {
    openapi: () => ({ bytes: openapi }),
    version: () => ({ name: 'Holdfast', version: VERSION, api_version: API_VERSION, demo: deps.isDemo }),
    health: async () => {
      const reasons = await healthReasons(deps);
      return {
        status: reasons.length === 0 ? 'ok' : 'degraded',
        reasons: reasons.map(reasonText),
        causes: reasons.flatMap((reason) => reasonBody(reason) ?? []),
      };
    },
    metrics: async () => ({ bytes: await metrics.print(), mediaType: metrics.contentType }),
  };
}
