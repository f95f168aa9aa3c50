import type { LinkedEntity } from '@holdfast/db';
import {
  type EntityState,
  hubVerdict,
  noActivity,
  type SensorActivity,
  shownState,
  stepSensorActivity,
} from '@holdfast/domain';
import { followHub, type Hub, type HubFollowing, type HubTiming, type HubView } from '@holdfast/hub';
import type { Clock, OutboundRule } from '@holdfast/kit';
import type { MotionCameras } from '../motion/motion-cameras.ts';

export interface HubSource {
  /** Reconnects if the hub differs. */
  set(hub: Hub | undefined, links: readonly LinkedEntity[]): void;
  /** Call it after the set of cameras has changed: new cameras need the state of their sensors. */
  refresh(): void;
  links(): readonly LinkedEntity[];
  /** Undefined while no hub is set up, or nothing is linked. */
  view(): HubView | undefined;
  stop(): Promise<void>;
}

/** Motion starts at most this long before its change was learnt. */
const EARLIEST_START_MS = 10_000;

/**
 * Uses the sensors of a smart-home hub as a motion source. The recorder reads the hub itself, so that it does not depend on
 * any other process.
 */
export function createHubSource({
  motion,
  clock,
  outbound,
  onView,
  timing = {},
}: {
  motion: Pick<MotionCameras, 'watched' | 'step'>;
  clock: Clock;
  outbound: OutboundRule;
  /** After every answer, missing answer and change, and when the links change. */
  onView: () => void;
  timing?: Partial<HubTiming>;
}): HubSource {
  let connected: string | undefined;
  let following: HubFollowing | undefined;
  let links: readonly LinkedEntity[] = [];
  const activities = new Map<string, SensorActivity>();
  /** The last state sent to each camera. */
  const reported = new Map<string, { verdict: string; active: ReadonlySet<string> }>();

  const stateOf = (view: HubView, entityId: string) => shownState(view.health, view.entities.get(entityId));
  const stepActivities = (view: HubView) => {
    // While the hub is away the sensors stay as they were: everything is recorded anyway.
    if (view.health.kind !== 'ok') return;
    const sensors = new Set(links.filter(({ role }) => role === 'sensor').map(({ entityId }) => entityId));
    for (const entityId of activities.keys()) if (!sensors.has(entityId)) activities.delete(entityId);
    for (const entityId of sensors)
      activities.set(
        entityId,
        stepSensorActivity(activities.get(entityId) ?? noActivity, stateOf(view, entityId), clock.now()),
      );
  };
  const startOf = (state: EntityState): number => {
    const nowMs = clock.now();
    return Math.min(nowMs, Math.max(state.sinceMs ?? nowMs, nowMs - EARLIEST_START_MS));
  };

  const report = (cameraId: string, view: HubView | undefined) => {
    const sensors = links
      .filter((link) => link.cameraId === cameraId && link.role === 'sensor')
      .map(({ entityId }) => ({ entityId, state: view ? stateOf(view, entityId) : shownState(NO_HUB, undefined) }));
    const verdict = hubVerdict(view?.health, sensors);
    const active = new Set(
      sensors
        .filter(({ entityId }) => (activities.get(entityId) ?? noActivity).kind !== 'idle')
        .map(({ entityId }) => entityId),
    );
    const before = reported.get(cameraId);
    reported.set(cameraId, { verdict: JSON.stringify(verdict), active });
    if (verdict.kind === 'unable') {
      if (before?.verdict !== JSON.stringify(verdict))
        motion.step(cameraId, { kind: 'unable', source: 'hub', reason: verdict.reason });
      return;
    }
    if (before?.verdict !== JSON.stringify(verdict))
      return motion.step(cameraId, { kind: 'able', source: 'hub', active: [...active] });
    for (const { entityId, state } of sensors)
      if (active.has(entityId) && !before.active.has(entityId))
        motion.step(cameraId, { kind: 'start', source: 'hub', key: entityId, fromMs: startOf(state) });
    for (const key of before.active) if (!active.has(key)) motion.step(cameraId, { kind: 'stop', source: 'hub', key });
  };
  const reportAll = () => {
    const watched = motion.watched().filter(({ motion: { enabled } }) => enabled.includes('hub'));
    const view = following?.view();
    for (const { cameraId } of watched) report(cameraId, view);
    const known = new Set(watched.map(({ cameraId }) => cameraId));
    for (const cameraId of reported.keys()) if (!known.has(cameraId)) reported.delete(cameraId);
  };
  const update = () => {
    const view = following?.view();
    if (view) stepActivities(view);
    reportAll();
    onView();
  };

  return {
    set(hub, nextLinks) {
      links = nextLinks;
      const entityIds = new Set(links.map(({ entityId }) => entityId));
      const key = hub && entityIds.size > 0 ? JSON.stringify(hub) : undefined;
      if (key === connected) following?.watch(entityIds);
      else {
        connected = key;
        void following?.stop();
        following =
          hub && key !== undefined
            ? followHub({ hub, outbound, entityIds, nowMs: clock.now, onView: update, timing })
            : undefined;
      }
      update();
    },
    refresh: reportAll,
    links: () => links,
    view: () => following?.view(),
    async stop() {
      await following?.stop();
    },
  };
}

const NO_HUB = { kind: 'starting', isMissed: false, sinceMs: 0 } as const;
