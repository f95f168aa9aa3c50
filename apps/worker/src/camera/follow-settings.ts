import { ApiProblem, type Client } from '@holdfast/client';
import { parseCountry } from '@holdfast/domain';
import { backoffMs, type Logger, sleep, type Task } from '@holdfast/kit';
import type { WantedWork } from './camera-settings.ts';

const POLL_MS = 10_000;
const BACKOFF = { minMs: 2_000, maxMs: 30_000 };

/** Polls the camera's settings and reports changes. While the API is unreachable, the last settings apply. */
export function followSettings({
  client,
  cameraId,
  onChange,
  log,
  pollMs = POLL_MS,
}: {
  client: Pick<Client, 'lprConfig'>;
  cameraId: string;
  onChange: (work: WantedWork) => Promise<void>;
  log: Logger;
  pollMs?: number;
}): Task {
  let known = '';
  let reportedReason = '';
  const warnOnce = (reason: string) => {
    if (reason !== reportedReason)
      log.warn(
        { reason },
        known === ''
          ? 'the settings of the camera cannot be loaded yet'
          : 'the settings of the camera cannot be loaded, using the last ones',
      );
    reportedReason = reason;
  };
  const load = async (): Promise<WantedWork | undefined> => {
    try {
      const { cameras } = await client.lprConfig.workerConfig({ query: { camera_id: cameraId } });
      const camera = cameras.find(({ camera_id }) => camera_id === cameraId);
      if (camera === undefined) return { kind: 'idle', reason: 'there is no such camera' };
      if (!camera.enabled) return { kind: 'idle', reason: 'the camera or its engine is switched off' };
      const country = camera.country === null ? undefined : parseCountry(camera.country);
      return { kind: 'read', settings: { minConfidence: camera.min_confidence, zones: camera.zones, country } };
    } catch (err) {
      if (err instanceof ApiProblem && err.code === 'plates-disabled')
        return { kind: 'idle', reason: 'plates are switched off' };
      const isRefused = err instanceof ApiProblem && err.status === 401;
      warnOnce(isRefused ? 'the API does not accept the ingest token' : 'the API does not answer');
      return undefined;
    }
  };
  return {
    name: 'settings',
    async run(signal) {
      for (let attempt = 0; !signal.aborted; ) {
        const work = await load();
        if (signal.aborted) return;
        if (work === undefined) {
          await sleep(backoffMs({ attempt, ...BACKOFF }), signal);
          attempt += 1;
          continue;
        }
        attempt = 0;
        if (reportedReason !== '') log.info('the settings of the camera can be loaded now');
        reportedReason = '';
        const now = JSON.stringify(work);
        if (now !== known) await onChange(work);
        known = now;
        await sleep(pollMs, signal);
      }
    },
  };
}
