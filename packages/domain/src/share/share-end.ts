import type { Capability } from '../access/capability.ts';
import type { ClipKind } from '../clip/clip-window.ts';

/** How long a link may be valid. */
export const SHARE_HOURS = { fallback: 24, max: 30 * 24 } as const;
const HOUR_MS = 3_600_000;

/** When a link ends: never later than its content. */
export const shareEndMs = ({
  nowMs,
  hours = SHARE_HOURS.fallback,
  subjectEndMs,
}: {
  nowMs: number;
  hours?: number | undefined;
  subjectEndMs: number | null;
}): number => Math.min(nowMs + hours * HOUR_MS, subjectEndMs ?? Number.POSITIVE_INFINITY);

/** The rights that its creator must keep for the link to work. */
export function shareNeeds(subject: { kind: 'export' } | { kind: 'clip'; of: ClipKind }): Capability[] {
  if (subject.kind === 'export') return ['export'];
  switch (subject.of) {
    case 'plate':
      return ['export', 'clips', 'view_plates'];
    case 'bookmark':
      return ['export', 'clips', 'playback'];
    case 'motion':
    case 'detection':
      return ['export', 'clips'];
  }
}

export const shareStates = ['active', 'expired', 'revoked', 'gone'] as const;
export type ShareState = (typeof shareStates)[number];

/** A link that was revoked is shown as such, even if its content ended since. */
export function shareState(
  share: { revokedAtMs: number | null; expiresAtMs: number; hasSubject: boolean },
  nowMs: number,
): ShareState {
  if (share.revokedAtMs !== null) return 'revoked';
  if (share.expiresAtMs <= nowMs) return 'expired';
  return share.hasSubject ? 'active' : 'gone';
}
