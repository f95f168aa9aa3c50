import type { StreamName } from '@holdfast/domain';
import { mediaSourceClass } from './fragment-feed.ts';
import type { LiveSession, SessionEvents, SessionStats } from './live-session.ts';
import {
  isTrying,
  type LiveEvent,
  type LiveState,
  nextLive,
  type RefusalReason,
  type RetryReason,
} from './live-state.ts';
import { openMseSession } from './mse-session.ts';
import type { PictureMemory } from './picture-memory.ts';
import { openWhepSession, type WhepServer } from './whep-session.ts';

/** WebSocket works everywhere; WebRTC has a delay of a few frames instead of half a second. */
export type LiveTransport = 'websocket' | 'webrtc';

export interface LiveForm {
  stream: StreamName;
  transcode: boolean;
  transport: LiveTransport;
  /** Sound costs an encoder, so it is requested only when it is on. WebRTC always includes it. */
  sound: boolean;
}

/** An address, or the reason why there is none. */
export type AddressAnswer =
  | { kind: 'address'; url: string }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'lost'; reason: RetryReason };

export interface LiveSnapshot {
  state: LiveState;
  /** The form currently displayed; undefined before the first picture. */
  shown: (LiveForm & { mimeType: string }) | undefined;
  hasSound: boolean;
}

export interface LivePlayerOptions {
  cameraId: string;
  /** Parent of the video elements; the newest is on top. */
  container: HTMLElement;
  pictures: PictureMemory;
  /** Called for every connection, so that its token is never stale. */
  addressOf: (form: LiveForm) => Promise<AddressAnswer>;
  /** The signalling endpoint for WebRTC. */
  whepOf: (form: LiveForm) => WhepServer;
}

export interface LivePlayer {
  snapshot(): LiveSnapshot;
  subscribe(listener: () => void): () => void;
  wake(): void;
  rest(): void;
  /** Switches without a gap: the old picture stays until the new stream has one. */
  setStream(stream: StreamName, codecs?: string | null): void;
  /** Switches without a gap as well. Falls back to WebSocket where WebRTC fails. */
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

const TICK_MS = 500;
const RETRY_SWITCH_MS = 5_000;
const KEEP_EVERY_MS = 500;

interface Showing {
  session: LiveSession;
  form: LiveForm;
  mimeType: string;
  hasSound: boolean;
  /** When the newest picture was taken; undefined before the first one. */
  pictureMs: number | undefined;
}

/** Applies the decisions of `nextLive`: opens and closes connections and shows the newest picture. */
export function createLivePlayer(options: LivePlayerOptions): LivePlayer {
  const { cameraId, container, pictures, addressOf, whepOf } = options;
  const listeners = new Set<() => void>();
  const transcoded = new Set<StreamName>();
  let stream: StreamName = 'main';
  let wantedTransport: LiveTransport = 'websocket';
  let hasWebrtcFailed = false;
  let knownCodecs: string | undefined;
  let isCameraAway = false;
  let sound = { isOn: false, volume: 1 };
  let state: LiveState = { kind: 'resting' };
  /** The displayed connection, and the one that will replace it. */
  let current: Showing | undefined;
  let pending: Showing | undefined;
  let switchNotBeforeMs = 0;
  let keptAtTickMs = 0;
  let generation = 0;
  let snapshot: LiveSnapshot = { state, shown: undefined, hasSound: false };

  const transport = (): LiveTransport => (hasWebrtcFailed ? 'websocket' : wantedTransport);

  const publish = () => {
    const shown = current?.pictureMs !== undefined ? { ...current.form, mimeType: current.mimeType } : undefined;
    snapshot = { state, shown, hasSound: shown !== undefined && current?.hasSound === true };
    for (const listener of listeners) listener();
  };
  const keepPicture = (showing: Showing | undefined) => {
    if (showing?.pictureMs !== undefined) pictures.keep(cameraId, showing.session.video, showing.pictureMs);
  };
  /** Saved regularly, because an element that has run out of media no longer has a picture to copy. */
  const keepPictureRegularly = (showing: Showing) => {
    if (performance.now() - keptAtTickMs < KEEP_EVERY_MS) return;
    keptAtTickMs = performance.now();
    keepPicture(showing);
  };
  const drop = (showing: Showing | undefined) => {
    if (!showing) return;
    keepPicture(showing);
    showing.session.close();
    showing.session.video.remove();
  };
  const dropPending = () => {
    drop(pending);
    pending = undefined;
  };
  const dropAll = () => {
    generation += 1;
    dropPending();
    drop(current);
    current = undefined;
  };

  const send = (event: LiveEvent) => {
    const before = state;
    state = nextLive(state, event, { nowMs: Date.now(), isCameraAway, spread: Math.random() });
    if (state === before) return;
    const begins =
      state.kind === 'connecting' && (before.kind !== 'connecting' || before.transcode !== state.transcode);
    if (begins || !isTrying(state)) dropAll();
    // Listeners are not notified of every frame.
    if (state.kind === 'playing' && before.kind === 'playing' && state.isLate === before.isLate) return;
    if (begins && state.kind === 'connecting')
      void connect({ stream, transcode: state.transcode, transport: transport(), sound: sound.isOn });
    publish();
  };

  /** A WebRTC connection that never showed a picture means that WebRTC does not work here. */
  const noteWebrtcFailure = (lost: Showing | undefined) => {
    if (lost?.form.transport === 'webrtc' && lost.pictureMs === undefined) hasWebrtcFailed = true;
  };

  const currentEvents: SessionEvents = {
    described: () => send({ kind: 'described' }),
    cannotPlay: () => {
      transcoded.add(stream);
      send({ kind: 'cannot-play' });
    },
    frame: ({ ageMs }) => send({ kind: 'frame', ageMs }),
    beforeJump: () => keepPicture(current),
    lost: (reason) => {
      noteWebrtcFailure(current);
      send({ kind: 'lost', reason });
    },
    refused: (reason) => send({ kind: 'refused', reason }),
  };
  const pendingEvents: SessionEvents = {
    described: () => undefined,
    cannotPlay: () => {
      transcoded.add(stream);
      switchNotBeforeMs = 0;
      dropPending();
    },
    frame: () => {
      const before = current;
      current = pending;
      pending = undefined;
      drop(before);
      publish();
    },
    beforeJump: () => undefined,
    lost: () => {
      noteWebrtcFailure(pending);
      dropPending();
    },
    refused: dropPending,
  };

  const open = (form: LiveForm, url: string): Showing => {
    /** Events of a dropped connection are ignored. */
    const forward = (deliver: (on: SessionEvents) => void) => {
      if (showing === current) deliver(currentEvents);
      else if (showing === pending) deliver(pendingEvents);
    };
    const on: SessionEvents = {
      described: (facts) => {
        Object.assign(showing, facts);
        forward((on) => on.described(facts));
      },
      cannotPlay: () => forward((on) => on.cannotPlay()),
      beforeJump: () => forward((on) => on.beforeJump()),
      frame: (facts) => {
        const isFirst = showing.pictureMs === undefined;
        showing.pictureMs = Date.now() - facts.ageMs;
        keepPictureRegularly(showing);
        forward((on) => on.frame(facts));
        if (isFirst) publish();
      },
      lost: (reason) => forward((on) => on.lost(reason)),
      refused: (reason) => forward((on) => on.refused(reason)),
    };
    const session = form.transport === 'webrtc' ? openWhepSession(whepOf(form), on) : openMseSession(url, on);
    const showing: Showing = { session, form, mimeType: '', hasSound: false, pictureMs: undefined };
    applySound(session.video);
    return showing;
  };
  const applySound = (video: HTMLVideoElement) => {
    video.volume = sound.volume;
    video.muted = !sound.isOn;
  };

  const addressFor = async (form: LiveForm): Promise<AddressAnswer> =>
    form.transport === 'webrtc' ? { kind: 'address', url: '' } : addressOf(form);

  const connect = async (form: LiveForm) => {
    const number = generation;
    const answer = await addressFor(form);
    if (number !== generation || state.kind !== 'connecting') return;
    if (answer.kind !== 'address') return send(answer);
    current = open(form, answer.url);
    container.append(current.session.video);
  };

  const needsOtherSound = ({ form, hasSound }: Showing) =>
    form.transport === 'websocket' && hasSound && form.sound !== sound.isOn;

  const switchForm = async () => {
    const isDifferent = () =>
      current?.form.stream !== stream || current.form.transport !== transport() || needsOtherSound(current);
    const isWanted = () => state.kind === 'playing' && !pending && isDifferent();
    if (!isWanted() || Date.now() < switchNotBeforeMs) return;
    switchNotBeforeMs = Date.now() + RETRY_SWITCH_MS;
    const number = generation;
    const form = { stream, transcode: transcoded.has(stream), transport: transport(), sound: sound.isOn };
    const answer = await addressFor(form);
    if (number !== generation || !isWanted() || form.stream !== stream || form.sound !== sound.isOn) return;
    if (answer.kind !== 'address') return;
    pending = open(form, answer.url);
    // Beneath the picture that is still shown.
    container.prepend(pending.session.video);
  };

  const timer = setInterval(() => {
    // A hidden page renders no frames; that is not a stall.
    if (document.hidden) return;
    send({ kind: 'tick' });
    current?.session.chase();
    void switchForm();
  }, TICK_MS);

  return {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wake: () => send({ kind: 'wake', transcode: transcoded.has(stream) }),
    rest: () => send({ kind: 'rest' }),
    setStream: (wanted, codecs) => {
      if (codecs && !canPlay(codecs)) transcoded.add(wanted);
      if (codecs && codecs !== knownCodecs) {
        knownCodecs = codecs;
        if (state.kind === 'refused') send({ kind: 'nudge' });
      }
      if (wanted === stream) return;
      stream = wanted;
      switchNotBeforeMs = 0;
      dropPending();
      void switchForm();
    },
    setTransport: (wanted) => {
      if (wanted === wantedTransport) return;
      wantedTransport = wanted;
      hasWebrtcFailed = false;
      switchNotBeforeMs = 0;
      dropPending();
      void switchForm();
    },
    setCameraAway: (isAway) => {
      if (isAway === isCameraAway) return;
      isCameraAway = isAway;
      send({ kind: isAway ? 'camera-away' : 'nudge' });
    },
    setSound: (wanted) => {
      const isDifferent = wanted.isOn !== sound.isOn;
      sound = wanted;
      for (const showing of [current, pending]) if (showing) applySound(showing.session.video);
      if (!isDifferent) return;
      switchNotBeforeMs = 0;
      dropPending();
      void switchForm();
    },
    pageShown: () => {
      send({ kind: 'page-shown' });
      current?.session.chase();
    },
    nudge: () => send({ kind: 'nudge' }),
    video: () => (current?.pictureMs === undefined ? undefined : current.session.video),
    pictureMs: () => current?.pictureMs,
    stats: () => current?.session.stats(),
    close: () => {
      clearInterval(timer);
      send({ kind: 'rest' });
      listeners.clear();
    },
  };
}

/** Whether this browser has a decoder for the video codec that the recorder reported. */
const canPlay = (codecs: string): boolean =>
  mediaSourceClass()?.isTypeSupported(`video/mp4; codecs="${codecs.split(',')[0]}"`) ?? false;
