import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';

/** Display name of a camera id; null means all cameras. */
export function useCameraName(): (id: string | null) => string {
  const t = useT();
  const cameras = useQuery(queries.cameras);
  const removed = useQuery(queries.removedCameras);
  return (id) => {
    if (id === null) return t('footage.anyCamera');
    const all = [...(cameras.data ?? []), ...(removed.data ?? [])];
    return all.find((camera) => camera.id === id)?.name ?? t('footage.goneCamera');
  };
}
