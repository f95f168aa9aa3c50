import { ALERT_EVENT_KEYS, type AlertEventKey, type ClipKind, clipKinds, isAlertEventKey } from '@holdfast/domain';
import type { ClipFilter } from '../api/queries.ts';

/** The filters of the feed, and the clip that is open, as in the address. */
export interface FeedSearch {
  /** Separated by commas, as in playback. */
  cameras?: string;
  types?: (ClipKind | AlertEventKey)[];
  labels?: string[];
  zones?: string[];
  sources?: string[];
  /** Percent. */
  score?: number;
  from?: string;
  to?: string;
  unseen?: true;
  clip?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const MAX_CHOSEN = 100;

/** Some parameters; what is undefined, empty or invalid is left out of the address. */
export type FeedChange = Partial<Record<keyof FeedSearch, unknown>>;

export const isClipKind = (type: string): type is ClipKind => clipKinds.some((kind) => kind === type);

function textsIn(value: unknown, isWanted: (text: string) => boolean): string[] {
  const texts = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
  return [...new Set(texts)].filter(isWanted).slice(0, MAX_CHOSEN);
}

export const cameraIdsIn = (cameras: unknown): string[] =>
  typeof cameras === 'string' ? textsIn(cameras.split(','), (id) => UUID.test(id)) : [];

/** The known parameters of the address; others are dropped. */
export function readFeedSearch(search: Record<string, unknown>): FeedSearch {
  const isName = (text: string) => text.length > 0 && text.length <= 100;
  const cameras = cameraIdsIn(search.cameras);
  const types = textsIn(search.types, (type) => isClipKind(type) || isAlertEventKey(type)) as (
    | ClipKind
    | AlertEventKey
  )[];
  const lists = { labels: search.labels, zones: search.zones, sources: search.sources };
  const { score, from, to, unseen, clip } = search;
  const hasTime = typeof from === 'string' && typeof to === 'string' && CLOCK.test(from) && CLOCK.test(to);
  return {
    ...(cameras.length > 0 && { cameras: cameras.join() }),
    ...(types.length > 0 && { types }),
    ...Object.fromEntries(
      Object.entries(lists)
        .map(([name, value]) => [name, textsIn(value, isName)] as const)
        .filter(([, texts]) => texts.length > 0),
    ),
    ...(typeof score === 'number' && score > 0 && score <= 100 && { score: Math.round(score) }),
    ...(hasTime && from !== to && { from, to }),
    ...(unseen === true && { unseen }),
    ...(typeof clip === 'string' && UUID.test(clip) && { clip }),
  };
}

/** How many of the filters that only clips have are set, the one for unseen ones aside. */
export const clipFilterCount = ({ labels, zones, sources, score, from }: FeedSearch): number =>
  [labels, zones, sources, score, from].filter((one) => one !== undefined).length;

export interface FeedRights {
  /** May watch clips. */
  clips: boolean;
  /** Plates are read, and the user may see them. */
  plates: boolean;
  timeZone: string;
}

export interface FeedFilters {
  /** Undefined: none are shown. */
  clips: ClipFilter | undefined;
  system: { camera_ids?: string[]; event_keys?: AlertEventKey[] } | undefined;
}

/** Bookmarks are made by people and have a screen of their own, so they are shown only if asked for. */
const usualKinds = (plates: boolean): ClipKind[] => ['detection', 'motion', ...(plates ? (['plate'] as const) : [])];

/** The query for the server. System events have neither label, score nor a mark of their own. */
export function feedFilters(search: FeedSearch, { clips: mayWatch, plates, timeZone }: FeedRights): FeedFilters {
  const { cameras, types = [], labels, zones, sources, score, from, to, unseen } = search;
  const kinds = types.filter(isClipKind);
  const keys = ALERT_EVENT_KEYS.filter((key) => types.includes(key));
  const ofCameras = cameras !== undefined && { camera_ids: cameraIdsIn(cameras) };
  const isOfClips = clipFilterCount(search) > 0 || unseen === true;
  return {
    clips:
      mayWatch && (types.length === 0 || kinds.length > 0)
        ? {
            ...ofCameras,
            kind: kinds.length > 0 ? kinds : usualKinds(plates),
            ...(labels && { labels }),
            ...(zones && { zones }),
            ...(sources && { source_ids: sources }),
            ...(score !== undefined && { min_score: score / 100 }),
            ...(unseen && { viewed: false }),
            ...(from !== undefined && to !== undefined && { from_time: from, to_time: to, time_zone: timeZone }),
          }
        : undefined,
    system:
      !(mayWatch && isOfClips) && (types.length === 0 || keys.length > 0)
        ? { ...ofCameras, ...(keys.length > 0 && { event_keys: keys }) }
        : undefined,
  };
}

/** The address after a change of some filters. */
export const changedSearch = (before: FeedSearch, change: FeedChange): FeedSearch =>
  readFeedSearch({ ...before, ...change });
