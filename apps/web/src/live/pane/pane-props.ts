import type { HTMLAttributes } from 'react';
import type { Camera } from '../../api/queries.ts';

export interface PaneProps {
  camera: Camera;
  place: number;
  count: number;
  /** In CSS pixels. */
  widthPx: number;
  isLarge: boolean;
  isMoving: boolean;
  isHiddenBySolo: boolean;
  isSolo: boolean;
  /** The only pane of its page. */
  isAlone?: boolean;
  isDragged: boolean;
  isFull: boolean;
  gripEvents: HTMLAttributes<HTMLElement>;
  onSeen: (cameraId: string, isSeen: boolean) => void;
  onSolo: (cameraId: string | undefined) => void;
  onFull: (cameraId: string) => void;
  /** Arrow key: focuses the next pane, or with `movesPane` moves this one there. */
  onArrow: (cameraId: string, key: string, movesPane: boolean) => boolean;
  /** Whether the pane is offline, for the summary of the wall. */
  onAway: (cameraId: string, isAway: boolean) => void;
}
