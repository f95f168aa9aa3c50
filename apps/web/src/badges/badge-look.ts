import {
  type BadgeIcon,
  type DefaultIcons,
  deviceClassBadgeIcons,
  domainBadgeIcons,
  domainOf,
  iconPairOf,
  isBadgeIcon,
} from '@holdfast/domain';
import type { BadgePlacement, HubLink } from '../api/queries.ts';
import type { BadgeState } from './badge-state.ts';

/** `value`: known, but neither on nor off. */
export type BadgeTone = 'on' | 'off' | 'value' | 'unknown';

export function toneOf(state: BadgeState): BadgeTone {
  if (state.kind === 'unknown') return 'unknown';
  return state.value === 'on' || state.value === 'off' ? state.value : 'value';
}

type Linked = Pick<HubLink, 'entity_id' | 'device_class' | 'label'>;

/** The words for on and off by device class. */
const words = {
  open: ['door', 'garage_door', 'opening', 'window'],
  unlocked: ['lock'],
  detected: ['light', 'motion', 'moving', 'occupancy', 'power', 'sound', 'vibration'],
  home: ['presence'],
  alarm: ['carbon_monoxide', 'cold', 'gas', 'heat', 'problem', 'safety', 'smoke', 'tamper'],
  wet: ['moisture'],
  low: ['battery'],
  charging: ['battery_charging'],
  running: ['running'],
  connected: ['connectivity', 'plug'],
} as const;
const opposites = {
  open: 'closed',
  unlocked: 'locked',
  detected: 'clear',
  home: 'away',
  alarm: 'ok',
  wet: 'dry',
  low: 'normal',
  charging: 'notCharging',
  running: 'notRunning',
  connected: 'disconnected',
} as const;
export type StateWord = keyof typeof words | (typeof opposites)[keyof typeof words] | 'on' | 'off' | 'activated';

/** The word for a state; undefined for one that is text itself, and for an unknown one. */
export function wordOf({ device_class, entity_id }: Linked, state: BadgeState): StateWord | undefined {
  const tone = toneOf(state);
  // The state of a scene is the time when it was last activated.
  if (tone === 'value' && domainOf(entity_id) === 'scene') return 'activated';
  if (tone !== 'on' && tone !== 'off') return undefined;
  const families = Object.keys(words) as (keyof typeof words)[];
  const family = families.find((name) => words[name].some((one) => one === device_class));
  if (family === undefined) return tone;
  return tone === 'on' ? family : opposites[family];
}

export const defaultIcons = ({ device_class, entity_id }: Linked): DefaultIcons | undefined =>
  deviceClassBadgeIcons[device_class ?? ''] ?? domainBadgeIcons[domainOf(entity_id)];

/** Undefined while the state is unknown: the icon of a closed door would claim that it is closed. */
export function iconOf(link: Linked, chosen: string | null, state: BadgeState): BadgeIcon | undefined {
  if (state.kind === 'unknown') return undefined;
  const tone = toneOf(state);
  if (isBadgeIcon(chosen) && tone === 'value') return chosen;
  const icons = isBadgeIcon(chosen) ? iconPairOf(chosen) : defaultIcons(link);
  return tone === 'on' ? icons?.on : icons?.off;
}

/** The name of a badge: its label, or the entity in words. */
export const nameOf = ({ label, entity_id }: Pick<HubLink, 'label' | 'entity_id'>): string =>
  label !== null && label !== '' ? label : entity_id.slice(entity_id.indexOf('.') + 1).replaceAll('_', ' ');

export interface BadgeColors {
  /** Of the icon's disc, or of the icon in a pill. */
  accent: string;
  ground: string;
  /** Readable on the accent. */
  ink: string;
  opacity: number;
}

const accents: Record<BadgeTone, string> = { on: '#ffb84d', off: '#8fd3db', value: '#dbe4ea', unknown: '#a9b3ba' };
const GROUND = '#0a1216';
const UNKNOWN_GROUND = '#3a434a';
const UNKNOWN_DIMMING = 0.65;
const MIN_OPACITY = 0.25;

/** An unknown state is grey and dimmed, regardless of the chosen colours. */
export function colorsOf(
  { overlay_color, background_color, opacity }: Pick<BadgePlacement, 'overlay_color' | 'background_color' | 'opacity'>,
  state: BadgeState,
): BadgeColors {
  const tone = toneOf(state);
  if (tone === 'unknown')
    return {
      accent: accents.unknown,
      ground: UNKNOWN_GROUND,
      ink: inkOn(accents.unknown),
      opacity: Math.max(MIN_OPACITY, opacity * UNKNOWN_DIMMING),
    };
  const accent = overlay_color ?? accents[tone];
  return { accent, ground: background_color ?? GROUND, ink: inkOn(accent), opacity };
}

/** Black or white, whichever is easier to read on this colour. */
export function inkOn(hex: string): '#000000' | '#ffffff' {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const linear = (one: number) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.179 ? '#000000' : '#ffffff';
}
