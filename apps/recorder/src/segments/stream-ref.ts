import type { StreamName } from '@holdfast/domain';

export interface StreamRef {
  cameraId: string;
  stream: StreamName;
}

export const refKey = ({ cameraId, stream }: StreamRef): string => `${cameraId}/${stream}`;
