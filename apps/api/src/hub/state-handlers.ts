import { MAX_HUB_HISTORY_DAYS, MAX_HUB_SPANS } from '@holdfast/contract';
import {
  findHeartbeat,
  findVisibleCamera,
  listVisibleEntityIds,
  listVisibleHubSpans,
  readHubStatus,
} from '@holdfast/db';
import {
  badgeIconGroups,
  deviceClassBadgeIcons,
  domainBadgeIcons,
  domainOf,
  hubRoleDomains,
  reasonCode,
} from '@holdfast/domain';
import { invalidField, Problem } from '../http/problem.ts';
import { presentRecorder } from '../status/present.ts';
import type { HubDeps, HubHandlers } from './hub-handlers.ts';
import { presentSpan, presentState } from './present.ts';
import { queryHub } from './query-hub.ts';

const DAY_MS = 86_400_000;
const linkableDomains: readonly string[] = Object.values(hubRoleDomains).flat();

export function stateHandlers(deps: HubDeps): HubHandlers<'entities' | 'icons' | 'states'> {
  const { db, hub, hubEnv: env } = deps;
  return {
    entities: async ({ query }) => {
      const answer = await queryHub({ ...deps, env });
      if (answer.kind === 'unavailable') throw new Problem('hub-unreachable', { reason: answer.reason });
      const wanted = query.domain === undefined ? linkableDomains : [query.domain];
      const items = [...answer.entities]
        .filter(([entityId]) => wanted.includes(domainOf(entityId)))
        .map(([entity_id, { name, deviceClass, state }]) => ({ entity_id, name, device_class: deviceClass, state }))
        .sort((a, b) => (a.entity_id < b.entity_id ? -1 : 1));
      return { items };
    },
    icons: async () => ({
      groups: Object.fromEntries(Object.entries(badgeIconGroups).map(([group, icons]) => [group, [...icons]])),
      by_device_class: deviceClassBadgeIcons,
      by_domain: domainBadgeIcons,
    }),
    states: async ({ caller }) => {
      const entityIds = await listVisibleEntityIds(db, caller.userId);
      // Without visible entities the hub is not queried.
      const view = entityIds.length === 0 ? undefined : await hub.currentView();
      const isCurrent = view?.health.kind === 'ok' || view?.health.kind === 'missed';
      return {
        fetched_at: view?.answeredMs == null ? null : new Date(view.answeredMs).toISOString(),
        stale: !isCurrent,
        states: entityIds.map((entityId) => {
          const { state, unit } = hub.stateOf(entityId);
          return presentState(entityId, state, unit);
        }),
      };
    },
  };
}

export function historyHandlers({ db, clock }: HubDeps): HubHandlers<'history'> {
  return {
    history: async ({ query: { camera_id: cameraId, ...range }, caller: { userId } }) => {
      const [start, end] = [new Date(range.start), new Date(range.end)];
      if (end <= start) throw invalidField('/query/end', reasonCode('end-before-start'));
      if (end.getTime() - start.getTime() > MAX_HUB_HISTORY_DAYS * DAY_MS)
        throw invalidField('/query/end', reasonCode('range-too-many-days', { limit: MAX_HUB_HISTORY_DAYS }));
      if (!(await findVisibleCamera(db, { cameraId, userId }))) throw new Problem('not-found');
      const [spans, status, heartbeat] = await Promise.all([
        listVisibleHubSpans(db, { userId, cameraId, start, end, limit: MAX_HUB_SPANS + 1 }),
        readHubStatus(db),
        findHeartbeat(db, 'recorder'),
      ]);
      // A stopped recorder has recorded no states since.
      const now = clock.now();
      const openEnd = presentRecorder(heartbeat, now).alive ? null : status.seenAt;
      return {
        items: spans.slice(0, MAX_HUB_SPANS).map((span) => presentSpan(span, openEnd)),
        truncated: spans.length > MAX_HUB_SPANS,
        known_until: new Date(Math.min(end.getTime(), now)).toISOString(),
      };
    },
  };
}
