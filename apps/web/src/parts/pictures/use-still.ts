import { useQuery } from '@tanstack/react-query';
import { loadPicture } from '../../api/load-picture.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { useBlobUrl } from './use-blob-url.ts';

const limited = limitConcurrency(3);

interface StillOptions {
  cameraId: string;
  width: number;
  isWanted: boolean;
  everyMs: number;
}

/** A current still of a camera, refreshed regularly while wanted. */
export function useStill({ cameraId, width, isWanted, everyMs }: StillOptions) {
  const query = useQuery({
    queryKey: ['still', cameraId, width],
    queryFn: ({ signal }) => limited(() => loadPicture(`/cameras/${cameraId}/frame.jpg?width=${width}`, signal)),
    enabled: isWanted,
    refetchInterval: everyMs,
    staleTime: everyMs,
    retry: false,
  });
  return { url: useBlobUrl(query.data?.jpeg), takenAtMs: query.data?.takenAtMs ?? 0, query };
}
