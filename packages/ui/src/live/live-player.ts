import type { StreamName } from '@holdfast/domain';
import { mediaSourceClass } from './fragment-feed.ts';
import { type ConnectionsOptions, createLiveConnections, type LiveConnections } from './live-connections.ts';
import { formOf, type LiveForm, type LiveTransport } from './live-form.ts';
import type { SessionStats } from './live-session.ts';
import type { Showing } from './live-showing.ts';
import { isTrying, type LiveEvent, type LiveState, nextLive } from './live-state.ts';

export interface LiveSnapshot {
  state: LiveState;
  /** The form currently displayed; undefined before the first picture. */
  shown: (LiveForm & { mimeType: string }) | undefined;
  hasSound: boolean;
  /** In use, or being switched to. */
  transport: LiveTransport;
  /** WebRTC did not work here: WebSocket is used until WebRTC is chosen again. */
  hasFallenBack: boolean;
}

export interface LivePlayer {
  snapshot(): LiveSnapshot;
  subscribe(listener: () => void): () => void;
  wake(): void;
  rest(): void;
  /** Switches without a gap: the old picture stays until the new stream has one. */
  setStream(stream: StreamName, codecs?: string | null): void;
  /** Switches without a gap as well. Falls back to WebSocket where WebRTC fails; choosing it again tries it again. */
  setTransport(transport: LiveTransport): void;
  setCameraAway(isAway: boolean): void;
  setSound(sound: { isOn: boolean; volume: number }): void;
  /** The page is visible again: the time it was hidden does not count as a stall. */
  pageShown(): void;
  /** An obstacle may be gone: try again now. */
  nudge(): void;
  video(): HTMLVideoElement | undefined;
  /** When the picture on the screen was taken; undefined before the first one. */
  pictureMs(): number | undefined;
  stats(): SessionStats | undefined;
  close(): void;
}

export type LivePlayerOptions = ConnectionsOptions;

const TICK_MS = 500;

/** A player without viewers. */
export const restingSnapshot: LiveSnapshot = {
  state: { kind: 'resting' },
  shown: undefined,
  hasSound: false,
  transport: 'websocket',
  hasFallenBack: false,
};

/** Applies the decisions of `nextLive`: opens and closes connections and shows the newest picture. */
export function createLivePlayer(options: LivePlayerOptions): LivePlayer {
  const listeners = new Set<() => void>();
  let { state } = restingSnapshot;
  let isCameraAway = false;
  let snapshot = restingSnapshot;

  const publish = () => {
    const shown = shownBy(connections);
    const { transport, hasFallenBack } = connections.wanted();
    snapshot = {
      state,
      shown: shown && { ...shown.form, mimeType: shown.mimeType },
      hasSound: shown?.hasSound === true,
      transport,
      hasFallenBack,
    };
    for (const listener of listeners) listener();
  };
  const send = (event: LiveEvent) => {
    const before = state;
    state = nextLive(state, event, { nowMs: Date.now(), isCameraAway, spread: Math.random() });
    if (state === before) return;
    const begins =
      state.kind === 'connecting' && (before.kind !== 'connecting' || before.transcode !== state.transcode);
    if (begins || !isTrying(state)) connections.dropAll();
    // Listeners are not notified of every frame.
    if (state.kind === 'playing' && before.kind === 'playing' && state.isLate === before.isLate) return;
    if (begins && state.kind === 'connecting') connections.connect(state);
    publish();
  };
  const connections = createLiveConnections(options, { state: () => state, send, onChange: publish });

  const timer = setInterval(() => {
    // A hidden page renders no frames; that is not a stall.
    if (document.hidden) return;
    send({ kind: 'tick' });
    connections.keepUp();
  }, TICK_MS);

  return {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wake: () => send({ kind: 'wake', transcode: formOf(connections.wanted()).transcode }),
    rest: () => send({ kind: 'rest' }),
    setStream: (stream, codecs) => {
      const hasNews = codecs && connections.noteCodecs({ stream, codecs, isPlayable: canPlay(codecs) });
      if (hasNews && state.kind === 'refused') send({ kind: 'nudge' });
      connections.want({ kind: 'want-stream', stream });
    },
    setTransport: (transport) => connections.want({ kind: 'want-transport', transport }),
    setCameraAway: (isAway) => {
      if (isAway === isCameraAway) return;
      isCameraAway = isAway;
      send({ kind: isAway ? 'camera-away' : 'nudge' });
    },
    setSound: connections.setSound,
    pageShown: () => {
      send({ kind: 'page-shown' });
      connections.displayed()?.session.chase();
    },
    nudge: () => send({ kind: 'nudge' }),
    video: () => shownBy(connections)?.session.video,
    pictureMs: () => connections.displayed()?.pictureMs,
    stats: () => connections.displayed()?.session.stats(),
    close: () => {
      clearInterval(timer);
      send({ kind: 'rest' });
      listeners.clear();
    },
  };
}

/** The displayed connection, if it has a picture. */
const shownBy = ({ displayed }: LiveConnections): Showing | undefined => {
  const showing = displayed();
  return showing?.pictureMs === undefined ? undefined : showing;
};

/** Whether this browser has a decoder for the video codec that the recorder reported. */
const canPlay = (codecs: string): boolean =>
  mediaSourceClass()?.isTypeSupported(`video/mp4; codecs="${codecs.split(',')[0]}"`) ?? false;
