import { chooseLiveStream, type StreamName } from '@holdfast/domain';
import type { LivePlayer, LiveSnapshot } from '@holdfast/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { api, connection } from '../../api/api.ts';
import { type Camera, queries } from '../../api/queries.ts';
import { type Backdrop, useBackdrop } from '../backdrop/use-backdrop.ts';
import { useLivePlayer } from '../player/use-live-player.ts';
import { cameraHealth, healthOf, type StreamHealth } from './camera-health.ts';
import { type LiveStatusText, liveStatusText } from './live-status-text.ts';

export interface LiveCamera {
  camera: Camera;
  container: RefObject<HTMLDivElement | null>;
  player: LivePlayer | undefined;
  snapshot: LiveSnapshot;
  status: LiveStatusText;
  away: StreamHealth | undefined;
  lastRecordedMs: number | undefined;
  /** Shown while there is no live picture. */
  backdrop: Backdrop;
  isServerReachable: boolean;
  /** Time of the displayed picture, live or not. */
  pictureMs(): number | undefined;
}

interface LiveCameraOptions {
  camera: Camera;
  isSeen: boolean;
  /** Plays live video; other panes show stills. */
  isMoving: boolean;
  /** In CSS pixels. */
  widthPx: number;
}

/** State of one camera in a live pane. */
export function useLiveCamera({ camera, isSeen, isMoving, widthPx }: LiveCameraOptions): LiveCamera {
  const isServerReachable = useSyncExternalStore(connection.subscribe, connection.current) === 'here';
  const status = useQuery(queries.status).data;
  const queryClient = useQueryClient();
  const chosen = useRef<StreamName>(undefined);
  const sizes = cameraHealth(status, camera.id);
  const stream = chooseLiveStream({
    paneWidthPx: widthPx * (globalThis.devicePixelRatio || 1),
    hasSubStream: camera.has_sub_stream,
    mainWidthPx: healthOf(sizes, 'main')?.width ?? undefined,
    subWidthPx: healthOf(sizes, 'sub')?.width ?? undefined,
    current: chosen.current,
  });
  useEffect(() => {
    chosen.current = stream;
  });
  const { away: lastAway, isUnstored, lastRecordedMs } = cameraHealth(status, camera.id, stream);
  // The last status is stale while the server is unreachable.
  const away = isServerReachable ? lastAway : undefined;
  const { container, player, snapshot } = useLivePlayer({
    cameraId: camera.id,
    isWanted: isSeen && isMoving && camera.enabled && widthPx > 0,
    stream,
    codecs: healthOf(sizes, stream)?.codecs,
    isAway: away !== undefined,
  });
  const backdrop = useBackdrop({
    cameraId: camera.id,
    isSeen,
    isEnabled: camera.enabled,
    isAway: away !== undefined,
    isMoving,
    lastRecordedMs,
    width: 640,
    isShown: snapshot.shown !== undefined,
  });
  const { takenAtMs } = backdrop;
  const pictureMs = useCallback(() => player?.pictureMs() ?? takenAtMs, [player, takenAtMs]);
  const isStalled = snapshot.state.kind === 'stalled';
  useEffect(() => {
    // A stall may be a network failure: one request updates the connection state.
    if (isStalled) void api.system.health().catch(() => undefined);
  }, [isStalled]);
  const isGone = snapshot.state.kind === 'refused' && snapshot.state.reason !== 'cannot-play';
  useEffect(() => {
    // The list of cameras shows whether the camera is still accessible.
    if (isGone) void queryClient.invalidateQueries({ queryKey: queries.cameras.queryKey });
  }, [isGone, queryClient]);
  return {
    camera,
    container,
    player,
    snapshot,
    status: liveStatusText({
      state: snapshot.state,
      isEnabled: camera.enabled,
      isMoving,
      away,
      isUnstored,
      isServerReachable,
      hasPicture: snapshot.shown !== undefined || backdrop.kind !== 'none',
    }),
    away,
    lastRecordedMs,
    backdrop,
    isServerReachable,
    pictureMs,
  };
}
