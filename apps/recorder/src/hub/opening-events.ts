import type { LinkedEntity } from '@holdfast/db';
import { openingOf, shownState } from '@holdfast/domain';
import type { HubView } from '@holdfast/hub';
import type { Clock } from '@holdfast/kit';
import type { MotionEvents, OpenMotionEvent } from '../motion/motion-events.ts';

const HUB_SOURCE_ID = 'hub';

/**
 * Marks on the timeline when a door or window was open. Best effort: they are written in the background with the events of
 * motion, and never delay footage.
 */
export function createOpeningEvents({ events, clock }: { events: MotionEvents; clock: Clock }) {
  const open = new Map<string, OpenMotionEvent>();
  /** The entities whose state was known since the recorder started. */
  const seen = new Set<string>();
  /** Otherwise a door that was closed between two recorders would stay open on the timeline. */
  const closeLeft = (cameraId: string, key: string, { value, sinceMs }: { value: string; sinceMs: number }) => {
    const before = new Date(sinceMs);
    events.endLeft({ cameraId, sourceId: HUB_SOURCE_ID, key, before, end: value === 'on' ? null : before });
  };
  return {
    note(links: readonly LinkedEntity[], { health, entities }: HubView): void {
      const present = new Set<string>();
      for (const { cameraId, entityId, role, deviceClass, label } of links) {
        const opening = role === 'sensor' ? openingOf(deviceClass) : undefined;
        if (opening === undefined) continue;
        const key = `${cameraId} ${entityId}`;
        present.add(key);
        const state = shownState(health, entities.get(entityId));
        // While it is unknown nothing ends: the door may still be open.
        if (state.kind === 'unknown') continue;
        if (!seen.has(key)) closeLeft(cameraId, entityId, state);
        seen.add(key);
        const known = open.get(key);
        if (state.value === 'on' && !known) {
          const subLabel = label ?? entities.get(entityId)?.name ?? null;
          const subject = { sourceId: HUB_SOURCE_ID, key: entityId, label: opening, subLabel };
          open.set(key, events.begin(cameraId, state.sinceMs, subject));
        } else if (state.value !== 'on' && known) {
          known.end(state.sinceMs);
          open.delete(key);
        }
      }
      for (const [key, event] of open) {
        if (present.has(key)) continue;
        event.end(clock.now());
        open.delete(key);
      }
    },
  };
}
