import { domainOf, hubRoleDomains } from '@holdfast/domain';
import type { BadgePlacement, HubEntity, HubLink, Policy } from '../../../api/queries.ts';

/** A link as it is edited; an empty label is none. */
export interface DraftLink {
  entity_id: string;
  role: HubLink['role'];
  device_class: string | null;
  label: string;
  placement: BadgePlacement | null;
}

export const draftOf = ({ entity_id, role, device_class, label, placement }: HubLink): DraftLink => ({
  entity_id,
  role,
  device_class,
  label: label ?? '',
  placement,
});

/** The kind of an entity decides its role: sensors start recordings, everything else is only shown. */
export const roleOf = (entityId: string): HubLink['role'] =>
  hubRoleDomains.sensor.includes(domainOf(entityId)) ? 'sensor' : 'control';

export const newLink = ({ entity_id, device_class, name }: HubEntity): DraftLink => ({
  entity_id,
  role: roleOf(entity_id),
  device_class,
  label: (name ?? '').trim().slice(0, 100),
  placement: null,
});

/** Closer than this they cover each other. */
const APART = 0.06;

/** In the middle of the picture, or beside the badges that are there; with the style that the server gives a new badge. */
export const newPlacement = (others: readonly Pick<DraftLink, 'placement'>[] = []): BadgePlacement => ({
  ...freePlace(others),
  shape: 'dot',
  size: 1,
  opacity: 1,
  overlay_color: null,
  overlay_icon: null,
  background_color: null,
  outline: true,
  overlay_show_state: false,
  overlay_show_age: false,
});

function freePlace(others: readonly Pick<DraftLink, 'placement'>[]): { x: number; y: number } {
  const middle = { x: 0.5, y: 0.5 };
  const isFree = ({ x, y }: typeof middle) =>
    others.every(
      ({ placement }) => placement === null || Math.abs(placement.x - x) >= APART || Math.abs(placement.y - y) >= APART,
    );
  const steps = [0, 1, -1, 2, -2, 3, -3, 4, -4];
  const places = steps.flatMap((down) => steps.map((right) => ({ x: 0.5 + right * 0.1, y: 0.5 + down * 0.1 })));
  return places.find(isFree) ?? middle;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const head = ({ entity_id, role, label }: DraftLink) => ({ entity_id, role, label });

export interface HomePlan {
  /** The whole list is replaced, if it differs. */
  replacesLinks: boolean;
  linked: DraftLink[];
  unlinked: DraftLink[];
  /** Badges to place, move or style; null removes one. */
  placements: { entityId: string; placement: BadgePlacement | null }[];
}

/** The changes from the saved links to the wanted ones. */
export function planHome(saved: readonly DraftLink[], wanted: readonly DraftLink[]): HomePlan {
  const before = new Map(saved.map((link) => [link.entity_id, link]));
  const after = new Set(wanted.map(({ entity_id }) => entity_id));
  return {
    replacesLinks: !isSame(saved.map(head), wanted.map(head)),
    linked: wanted.filter(({ entity_id }) => !before.has(entity_id)),
    unlinked: saved.filter(({ entity_id }) => !after.has(entity_id)),
    placements: wanted
      .filter(({ entity_id, placement }) => !isSame(before.get(entity_id)?.placement ?? null, placement))
      .map(({ entity_id, placement }) => ({ entityId: entity_id, placement })),
  };
}

/**
 * The effect of linked sensors on the recording:
 * - `starts`: they start it
 * - `everything`: there is none, so that everything is recorded
 * - `unused`: they are not used as a source
 * - `always`, `never`: the policy does not record on motion
 */
export type SensorEffect = 'starts' | 'everything' | 'unused' | 'always' | 'never';

export function sensorEffect(facts: {
  mode: Policy['mode'] | undefined;
  isSource: boolean;
  sensors: number;
}): SensorEffect {
  const { mode, isSource, sensors } = facts;
  if (mode === 'continuous') return 'always';
  if (mode === 'off') return 'never';
  if (!isSource) return 'unused';
  return sensors > 0 ? 'starts' : 'everything';
}
