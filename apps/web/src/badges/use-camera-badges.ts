import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type PlacedLink, queries } from '../api/queries.ts';

const NONE: readonly PlacedLink[] = [];

/** The badges of a camera; the same list until one of them changes. */
export function useCameraBadges(cameraId: string): readonly PlacedLink[] {
  const { data } = useQuery(queries.hubLinks);
  return useMemo(() => {
    const own = data?.filter(
      (link): link is typeof link & PlacedLink => link.camera_id === cameraId && link.placement !== null,
    );
    return own === undefined || own.length === 0 ? NONE : own;
  }, [data, cameraId]);
}
