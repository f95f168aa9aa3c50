import type { StreamName } from '@holdfast/domain';
import { createLivePlayer, type LivePlayer, type LiveSnapshot, restingSnapshot } from '@holdfast/ui';
import { useDocumentVisibility } from '@mantine/hooks';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { connection } from '../../api/api.ts';
import { useSession } from '../../session/use-session.ts';
import { pictures } from '../backdrop/pictures.ts';
import { liveAddress } from './live-address.ts';
import { useSound } from './sound-store.ts';
import { whepServer } from './whep-server.ts';

interface LiveOptions {
  cameraId: string;
  /** The pane is visible, the camera is enabled, and the browser has a decoder to spare. */
  isWanted: boolean;
  stream: StreamName;
  codecs: string | null | undefined;
  isAway: boolean;
}

// Keeps playing during a short absence.
const LINGER_MS = 10_000;
const noPlayer = () => () => undefined;

/** Plays a camera's live video in an element while it is wanted. */
export function useLivePlayer({ cameraId, isWanted, stream, codecs, isAway }: LiveOptions): {
  container: RefObject<HTMLDivElement | null>;
  player: LivePlayer | undefined;
  snapshot: LiveSnapshot;
} {
  const container = useRef<HTMLDivElement>(null);
  const [player, setPlayer] = useState<LivePlayer>();
  const visibility = useDocumentVisibility();
  const isSignedIn = useSession().kind === 'signed-in';
  const { isOn, volume } = useSound(cameraId);
  const isWatched = isWanted && visibility === 'visible';

  useEffect(() => {
    if (!container.current) return;
    const made = createLivePlayer({
      cameraId,
      container: container.current,
      pictures,
      addressOf: (form) => liveAddress(cameraId, form),
      whepOf: (form) => whepServer(cameraId, form),
    });
    setPlayer(made);
    return () => {
      made.close();
      setPlayer(undefined);
    };
  }, [cameraId]);

  useEffect(() => player?.setStream(stream, codecs), [player, stream, codecs]);
  useEffect(() => player?.setCameraAway(isAway), [player, isAway]);
  useEffect(() => player?.setSound({ isOn, volume }), [player, isOn, volume]);
  useEffect(() => {
    if (!player) return;
    if (!isSignedIn) return player.rest();
    if (isWatched) {
      player.wake();
      return player.pageShown();
    }
    const timer = setTimeout(() => player.rest(), LINGER_MS);
    return () => clearTimeout(timer);
  }, [player, isWatched, isSignedIn]);
  useEffect(() => {
    if (!player) return;
    return connection.subscribe(() => {
      if (connection.current() === 'here') player.nudge();
    });
  }, [player]);

  const snapshot = useSyncExternalStore(player?.subscribe ?? noPlayer, player?.snapshot ?? (() => restingSnapshot));
  return { container, player, snapshot };
}
