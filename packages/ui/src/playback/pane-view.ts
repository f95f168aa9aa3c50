import type { PanePlayer } from './pane-player.ts';
import type { PaneFault } from './pane-state.ts';

export type PaneView =
  | { kind: 'loading' }
  | { kind: 'playing'; isTranscoded: boolean }
  | { kind: 'gap' }
  | { kind: 'fault'; fault: PaneFault };

/** A picture this far from the requested moment is not shown in its place. */
const FAR_OFF_MS = 2_000;

export function paneView(pane: PanePlayer, atMs: number): PaneView {
  const fault = pane.fault();
  if (fault !== undefined) return { kind: 'fault', fault };
  const { hasFootage, isReady } = pane.readiness(atMs);
  if (hasFootage === false) return { kind: 'gap' };
  const shownMs = pane.shownMs();
  const isFarOff = shownMs !== undefined && pane.video.seeking && Math.abs(shownMs - atMs) > FAR_OFF_MS;
  return hasFootage === undefined || (!isReady && shownMs === undefined) || isFarOff
    ? { kind: 'loading' }
    : { kind: 'playing', isTranscoded: pane.isTranscoded() };
}
