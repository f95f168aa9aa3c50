import { type Reason, reasonCode } from '@holdfast/domain';
import type { OutboundRule } from '@holdfast/kit';
import { type HubEntity, isObject, readStates } from './hub-entity.ts';
import { hubFault } from './hub-fault.ts';
import { foreignAnswer, hubGet } from './hub-get.ts';
import type { Hub } from './hub-settings.ts';
import { readFingerprint } from './open-connection.ts';

export type HubCheck =
  | { ok: true }
  /** `certificate`: the fingerprint of the untrusted one that the hub shows, for a person to compare and accept. */
  | { ok: false; reason: Reason; certificate?: string };

interface Limits {
  outbound: OutboundRule;
  signal: AbortSignal;
}

/** Throws a `HubFault` unless a hub answers, which costs it nothing. */
export async function greetHub(hub: Hub, limits: Limits): Promise<void> {
  const answer = await hubGet(hub, '/api/', limits);
  if (!isObject(answer) || typeof answer.message !== 'string') throw foreignAnswer();
}

/** Asks the hub once. */
export async function checkHub(hub: Hub, limits: Limits): Promise<HubCheck> {
  try {
    await greetHub(hub, limits);
    return { ok: true };
  } catch (err) {
    const { reason } = hubFault(err);
    const isCertificate = [reasonCode('hub-certificate-untrusted'), reasonCode('hub-certificate-changed')].includes(
      reason,
    );
    const certificate = isCertificate ? await readFingerprint(hub.baseUrl, limits.outbound, limits.signal) : undefined;
    return { ok: false, reason, ...(certificate !== undefined && { certificate }) };
  }
}

/** All entities of the hub, for pickers. Throws a `HubFault`. */
export async function listHubEntities(hub: Hub, limits: Limits, nowMs: number): Promise<Map<string, HubEntity>> {
  const entities = readStates(await hubGet(hub, '/api/states', limits), { nowMs });
  if (!entities) throw foreignAnswer();
  return entities;
}
