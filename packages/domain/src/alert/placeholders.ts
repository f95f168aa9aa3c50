import type { AlertEventKey } from './event-keys.ts';

const COMMON_PLACEHOLDERS = ['event_key', 'camera', 'time', 'detail'] as const;
const PLATE_PLACEHOLDERS = ['plate', 'entry_plate', 'entry_label', 'distance', 'confidence'] as const;

export type AlertPlaceholder = (typeof COMMON_PLACEHOLDERS)[number] | (typeof PLATE_PLACEHOLDERS)[number];
export type AlertValues = { readonly [name in AlertPlaceholder]?: string };

/** The placeholders that a template of this event may use. */
export const placeholdersOf = (eventKey: AlertEventKey): readonly AlertPlaceholder[] =>
  eventKey === 'plate_watchlist_hit' ? [...COMMON_PLACEHOLDERS, ...PLATE_PLACEHOLDERS] : COMMON_PLACEHOLDERS;
