import { lazy, Suspense } from 'react';
import { useCameraBadges } from './use-camera-badges.ts';

// Most cameras have none, so their drawings are loaded with the first.
const LiveBadges = lazy(async () => ({ default: (await import('./live-badges.tsx')).LiveBadges }));

/** The badges over a live picture. */
export function PaneBadges({ cameraId, zoom }: { cameraId: string; zoom: number }) {
  const links = useCameraBadges(cameraId);
  if (links.length === 0) return null;
  return (
    <Suspense>
      <LiveBadges links={links} zoom={zoom} />
    </Suspense>
  );
}
