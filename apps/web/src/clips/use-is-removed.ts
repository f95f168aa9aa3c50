import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';

/** Whether a camera was removed while its footage is still there. */
export function useIsRemoved(cameraId: string): boolean {
  const removed = useQuery(queries.removedCameras).data;
  return removed?.some(({ id }) => id === cameraId) === true;
}
