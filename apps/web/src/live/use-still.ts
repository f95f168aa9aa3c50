import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { useBlobUrl } from '../parts/use-blob-url.ts';
import { limitConcurrency } from './limit-concurrency.ts';

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
    queryFn: async () => {
      const bytes = await limited(() => api.cameras.frame({ params: { id: cameraId }, query: { width } }));
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' });
    },
    enabled: isWanted,
    refetchInterval: everyMs,
    staleTime: everyMs,
    retry: false,
  });
  return { url: useBlobUrl(query.data), takenAtMs: query.dataUpdatedAt, query };
}
