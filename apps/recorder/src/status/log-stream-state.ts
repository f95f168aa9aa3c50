import { reasonText, type StreamRef, type StreamState } from '@holdfast/domain';
import type { Logger } from '@holdfast/kit';

const lines = {
  recording: ['info', 'recording'],
  idle: ['debug', 'nothing moves, nothing is recorded'],
  connecting: ['debug', 'connecting'],
  offline: ['warn', 'camera is offline'],
  rejected: ['warn', 'stream rejected'],
  stalled: ['warn', 'camera sends no video'],
  disk_full: ['error', 'not recording: the disk is full'],
  storage_missing: ['error', 'not recording: the storage is missing'],
  off: ['info', 'recording is off'],
} as const satisfies Record<StreamState, readonly ['debug' | 'info' | 'warn' | 'error', string]>;

export const logStreamRemark = (log: Logger, { cameraId, stream }: StreamRef, remark: string): void =>
  log.warn({ camera_id: cameraId, stream, detail: reasonText(remark) }, 'recording with restrictions');

export function logStreamState(
  log: Logger,
  { cameraId, stream }: StreamRef,
  { state, detail }: { state: StreamState; detail: string | null },
): void {
  const [level, message] = lines[state];
  log[level]({ camera_id: cameraId, stream, detail: detail === null ? undefined : reasonText(detail) }, message);
}
