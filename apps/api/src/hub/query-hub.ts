import type { Conn } from '@holdfast/db';
import { type Reason, reasonCode } from '@holdfast/domain';
import { effectiveHub, type HubEntity, type HubEnv, HubFault, listHubEntities, usableHub } from '@holdfast/hub';
import type { Clock, OutboundRule, SecretBox } from '@holdfast/kit';
import { readSavedHub } from './saved-hub.ts';

const LIMIT_MS = 8_000;

export type HubAnswer =
  | { kind: 'ok'; entities: Map<string, HubEntity> }
  /** Off, not set up, or does not answer. */
  | { kind: 'unavailable'; reason: Reason };

/** Reads all entities of the hub once. */
export async function queryHub({
  db,
  secrets,
  outbound,
  env,
  clock,
}: {
  db: Conn;
  secrets: SecretBox;
  outbound: OutboundRule;
  env: HubEnv;
  clock: Clock;
}): Promise<HubAnswer> {
  const hub = usableHub(effectiveHub(await readSavedHub({ db, secrets }), env));
  if (!hub) return { kind: 'unavailable', reason: reasonCode('hub-not-set-up') };
  try {
    const limits = { outbound, signal: AbortSignal.timeout(LIMIT_MS) };
    return { kind: 'ok', entities: await listHubEntities(hub, limits, clock.now()) };
  } catch (err) {
    if (!(err instanceof HubFault)) throw err;
    return { kind: 'unavailable', reason: err.reason };
  }
}
