import { useSyncExternalStore } from 'react';
import type { PlacedLink } from '../api/queries.ts';
import { BadgeLayer } from './badge-layer.tsx';
import { hubStates } from './hub-states.ts';
import { liveStateOf } from './hub-states-store.ts';
import { useNow } from './use-now.ts';

/** Badges with the states of this moment. */
export function LiveBadges({ links, zoom }: { links: readonly PlacedLink[]; zoom: number }) {
  const view = useSyncExternalStore(hubStates.subscribe, hubStates.snapshot);
  const nowMs = useNow();
  return <BadgeLayer links={links} stateOf={(entityId) => liveStateOf(view, entityId)} atMs={nowMs} zoom={zoom} />;
}
