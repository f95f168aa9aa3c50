export const MOST_PANES = 16;
/** Said when the last camera was taken out; saying nothing means those of the last time. */
export const NO_CAMERAS = 'none';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface PlaybackSearch {
  /** Separated by commas. */
  cameras?: string;
  /** ISO, or milliseconds since 1970. */
  at?: string | number;
}

/** What an address may say; anything else in it is left out. */
export function readPlaybackSearch(search: Record<string, unknown>): PlaybackSearch {
  const { cameras, at } = search;
  return {
    ...(cameras === NO_CAMERAS && { cameras }),
    ...(typeof cameras === 'string' && idsIn(cameras).length > 0 && { cameras: idsIn(cameras).join(',') }),
    ...((typeof at === 'string' || typeof at === 'number') && momentIn(at) !== undefined && { at }),
  };
}

export const idsIn = (cameras: string | undefined): string[] =>
  [...new Set((cameras ?? '').split(',').filter((id) => UUID.test(id)))].slice(0, MOST_PANES);

/** A moment of an address as milliseconds; undefined where it is none. */
export function momentIn(at: string | number | undefined): number | undefined {
  if (at === undefined) return undefined;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return Number.isFinite(ms) && ms > 0 && ms < 253_402_300_799_999 ? Math.round(ms) : undefined;
}
