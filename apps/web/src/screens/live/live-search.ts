export interface LiveSearch {
  view?: string;
  /** Shown instead of a view. */
  group?: string;
  /** The maximized camera. */
  camera?: string;
  /** The wall alone, without navigation: for a monitor of its own. */
  kiosk?: true;
  /** Seconds for each view, one after the other. */
  patrol?: number;
}

export const PATROL_SECONDS = [10, 30, 60] as const;
const MIN_PATROL_SECONDS = 5;
const MAX_PATROL_SECONDS = 3_600;

/** The known parameters of the URL; others are dropped. */
export function readLiveSearch({ view, group, camera, kiosk, patrol }: Record<string, unknown>): LiveSearch {
  const seconds = Number(patrol);
  return {
    ...(typeof group === 'string' ? { group } : typeof view === 'string' && { view }),
    ...(typeof camera === 'string' && { camera }),
    ...((kiosk === true || kiosk === 1 || kiosk === '1') && { kiosk: true as const }),
    ...(seconds >= MIN_PATROL_SECONDS && seconds <= MAX_PATROL_SECONDS && { patrol: Math.round(seconds) }),
  };
}

/** The address of a wall that fills its window. */
export const kioskAddress = ({ view, group, camera, patrol }: LiveSearch): string => {
  const query = new URLSearchParams({
    ...(view !== undefined && { view }),
    ...(group !== undefined && { group }),
    ...(camera !== undefined && { camera }),
    ...(patrol !== undefined && { patrol: String(patrol) }),
    kiosk: '1',
  });
  return `/ui/live?${query}`;
};
