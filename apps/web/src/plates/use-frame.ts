import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { retryPicture } from '../parts/pictures/retry-picture.ts';

const WIDTH = 1280;

export const loadFrame = async (cameraId: string, ts: string): Promise<Blob> => {
  const bytes = await api.cameras.frame({ params: { id: cameraId }, query: { ts, width: WIDTH } });
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' });
};

/** The recorded picture of a moment in a size to look at; an error where nothing was recorded. */
export const useFrame = (cameraId: string, ts: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['frame', cameraId, ts],
    queryFn: () => loadFrame(cameraId, ts),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryPicture(ts),
  });
