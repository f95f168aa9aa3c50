import type { Playback } from '@holdfast/ui';
import { useEffect, useRef, useState } from 'react';
import type { PlacedLink } from '../api/queries.ts';
import { BadgeLayer } from './badge-layer.tsx';
import { type History, stateAt } from './history-at.ts';
import { useHistory } from './use-history.ts';

interface HistoryBadgesProps {
  cameraId: string;
  links: readonly PlacedLink[];
  playback: Playback;
  /** The moment of the picture that is shown instead of the video. */
  previewMs: number | undefined;
}

/** Badges as they were at the moment that is shown. */
export function HistoryBadges({ cameraId, links, playback, previewMs }: HistoryBadgesProps) {
  const [playedMs, setPlayedMs] = useState(playback.atMs);
  const atMs = previewMs ?? playedMs;
  const history = useHistory(cameraId, atMs);
  useTicks(playback, { links, history, onChange: setPlayedMs });
  return <BadgeLayer links={links} stateOf={(entityId) => stateAt(history, entityId, atMs)} atMs={atMs} />;
}

/** Follows the playback, but renders only when a badge changes: every second, and at the very picture where a state does. */
function useTicks(
  playback: Playback,
  { links, history, onChange }: { links: readonly PlacedLink[]; history: History; onChange: (atMs: number) => void },
): void {
  const latest = useRef({ links, history, onChange });
  latest.current = { links, history, onChange };
  useEffect(() => {
    let shown = '';
    const look = (atMs: number) => {
      const { links: current, history: known, onChange: show } = latest.current;
      const states = current.map(({ entity_id }) => stateAt(known, entity_id, atMs));
      const next = JSON.stringify([Math.floor(atMs / 1_000), states]);
      if (next === shown) return;
      shown = next;
      show(atMs);
    };
    look(playback.atMs());
    return playback.onTick(look);
  }, [playback]);
}
