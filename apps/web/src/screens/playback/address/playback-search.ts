export const MAX_PANES = 16;
/** Set when the last camera was removed; without the parameter the cameras of the last visit are used. */
export const NO_CAMERAS = 'none';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface PlaybackSearch {
  /** Separated by commas. */
  cameras?: string;
  /** ISO, or milliseconds since 1970. */
  at?: string | number;
}

/** The known parameters of the URL; others are dropped. */
export function readPlaybackSearch(search: Record<string, unknown>): PlaybackSearch {
  const { cameras, at } = search;
  return {
    ...(cameras === NO_CAMERAS && { cameras }),
    ...(typeof cameras === 'string' && idsIn(cameras).length > 0 && { cameras: idsIn(cameras).join(',') }),
    ...((typeof at === 'string' || typeof at === 'number') && momentIn(at) !== undefined && { at }),
  };
}

export const idsIn = (cameras: string | undefined): string[] =>
  [...new Set((cameras ?? '').split(',').filter((id) => UUID.test(id)))].slice(0, MAX_PANES);

/** The moment of the URL in milliseconds; undefined if it is invalid. */
export function momentIn(at: string | number | undefined): number | undefined {
  if (at === undefined) return undefined;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return Number.isFinite(ms) && ms > 0 && ms < 253_402_300_799_999 ? Math.round(ms) : undefined;
}
