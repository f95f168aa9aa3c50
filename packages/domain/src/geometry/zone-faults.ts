import type { Zones } from './polygon.ts';

export const ZONE_LIMITS = { polygons: 32, minPoints: 3, maxPoints: 512 } as const;

/** The location of the fault (JSON pointer) and a description. */
export type ZoneFault = { pointer: string; message: string };

const isFraction = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
const isPoint = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isFraction);

function polygonFault(polygon: unknown, pointer: string): ZoneFault | undefined {
  if (!Array.isArray(polygon)) return { pointer, message: 'must be a list of points' };
  if (polygon.length < ZONE_LIMITS.minPoints || polygon.length > ZONE_LIMITS.maxPoints) {
    return { pointer, message: `must have ${ZONE_LIMITS.minPoints} to ${ZONE_LIMITS.maxPoints} points` };
  }
  const wrong = polygon.findIndex((point) => !isPoint(point));
  return wrong === -1 ? undefined : { pointer: `${pointer}/${wrong}`, message: 'must be [x, y], each within 0..1' };
}

function listFaults(list: unknown, pointer: string): ZoneFault[] {
  if (!Array.isArray(list)) return [{ pointer, message: 'must be a list of polygons' }];
  if (list.length > ZONE_LIMITS.polygons)
    return [{ pointer, message: `must have at most ${ZONE_LIMITS.polygons} polygons` }];
  return list
    .map((polygon, index) => polygonFault(polygon, `${pointer}/${index}`))
    .filter((fault) => fault !== undefined);
}

/** Every list, and the first fault of every polygon. */
export const zoneFaults = (zones: { [list in keyof Zones]: unknown }): ZoneFault[] => [
  ...listFaults(zones.include, '/include'),
  ...listFaults(zones.exclude, '/exclude'),
];
