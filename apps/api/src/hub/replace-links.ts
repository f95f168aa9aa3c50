import {
  type Conn,
  type Database,
  deleteHubLinks,
  type HubLinkRow,
  insertHubLinks,
  listHubLinks,
  lockHubLinks,
  updateHubLink,
} from '@holdfast/db';
import { type HubRole, linkFault, planLinks, reasonCode, type WantedLink } from '@holdfast/domain';
import type { HubEnv } from '@holdfast/hub';
import type { Clock, OutboundRule, SecretBox } from '@holdfast/kit';
import { fieldError, Problem } from '../http/problem.ts';
import { queryHub } from './query-hub.ts';

/** Refuses entities that do not fit their role, or are listed twice. */
export function refuseBadLinks(wanted: readonly WantedLink[]): void {
  const seen = new Set<string>();
  const errors = wanted.flatMap(({ entityId, role }, i) => {
    const fault = linkFault({ entityId, role });
    if (fault) return [fieldError(`/links/${i}/${fault.field}`, fault.reason)];
    if (seen.has(entityId)) return [fieldError(`/links/${i}/entity_id`, reasonCode('duplicate-entries'))];
    seen.add(entityId);
    return [];
  });
  if (errors.length > 0) throw new Problem('invalid', { errors });
}

/**
 * Device classes that were not sent come from the hub. An entity that the hub does not have is refused, unless it is linked
 * already: then it was renamed or removed there, and its link stays until it is removed here.
 */
export async function captureClasses(
  {
    db,
    secrets,
    outbound,
    hubEnv: env,
    clock,
  }: { db: Database; secrets: SecretBox; outbound: OutboundRule; hubEnv: HubEnv; clock: Clock },
  wanted: readonly WantedLink[],
  known: readonly HubLinkRow[],
): Promise<WantedLink[]> {
  const classOf = new Map(known.map(({ entityId, deviceClass }) => [entityId, deviceClass]));
  if (wanted.every(({ entityId, deviceClass }) => (deviceClass ?? classOf.get(entityId)) != null)) return [...wanted];
  const answer = await queryHub({ db, secrets, outbound, env, clock });
  // Without the hub the link has no device class until it is saved again.
  if (answer.kind === 'unavailable') return [...wanted];
  const errors = wanted.flatMap(({ entityId }, i) =>
    answer.entities.has(entityId) || classOf.has(entityId)
      ? []
      : [fieldError(`/links/${i}/entity_id`, reasonCode('hub-entity-unknown'))],
  );
  if (errors.length > 0) throw new Problem('invalid', { errors });
  return wanted.map((link) =>
    link.deviceClass === undefined && classOf.get(link.entityId) == null
      ? { ...link, deviceClass: answer.entities.get(link.entityId)?.deviceClass ?? null }
      : link,
  );
}

/** Needs a transaction. */
export async function replaceLinks(tx: Conn, cameraId: string, wanted: readonly WantedLink[]): Promise<HubLinkRow[]> {
  const { keep, add, remove } = planLinks(await lockHubLinks(tx, cameraId), wanted);
  if (remove.length > 0) await deleteHubLinks(tx, remove);
  for (const { id, role, ...link } of keep) await updateHubLink(tx, id, { ...link, role: role as HubRole });
  if (add.length > 0)
    await insertHubLinks(
      tx,
      add.map(({ role, ...link }) => ({ ...link, cameraId, role: role as HubRole })),
    );
  return listHubLinks(tx, cameraId);
}
