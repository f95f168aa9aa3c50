import type { StreamName } from '@holdfast/domain';
import {
  type LiveSession,
  mediaSourceClass,
  openMseSession,
  type SessionEvents,
  type SessionStats,
} from './live-session.ts';
import {
  isTrying,
  type LiveEvent,
  type LiveState,
  nextLive,
  type RefusalReason,
  type RetryReason,
} from './live-state.ts';
import type { PictureMemory } from './picture-memory.ts';
import { openWhepSession, type WhepServer } from './whep-session.ts';

/** The steady one plays everywhere; the quick one is a few frames behind instead of half a second. */
export type LiveTransport = 'websocket' | 'webrtc';

export interface LiveForm {
  stream: StreamName;
  transcode: boolean;
  transport: LiveTransport;
  /** Sound is encoded for whoever listens, so it is asked for only then. Over WebRTC it always comes along. */
  sound: boolean;
}

/** What asking for an address can end with, beside an address. */
export type AddressAnswer =
  | { kind: 'address'; url: string }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'lost'; reason: RetryReason };

export interface LiveSnapshot {
  state: LiveState;
  /** What is seen right now; undefined before the first picture. */
  shown: (LiveForm & { mimeType: string }) | undefined;
  hasSound: boolean;
}

export interface LivePlayerOptions {
  cameraId: string;
  /** Its videos are put in here; the newest lies on top. */
  container: HTMLElement;
  pictures: PictureMemory;
  /** Asked anew for every connection, so that a token is never stale. */
  addressOf: (form: LiveForm) => Promise<AddressAnswer>;
  /** Where WebRTC is to be had from. */
  whepOf: (form: LiveForm) => WhepServer;
}

export interface LivePlayer {
  snapshot(): LiveSnapshot;
  subscribe(listener: () => void): () => void;
  wake(): void;
  rest(): void;
  /** Changes over without a gap: the old picture stays until the new one is there. */
  setStream(stream: StreamName, codecs?: string | null): void;
  /** Changes over without a gap as well. What cannot be had over WebRTC comes the steady way. */
  setTransport(transport: LiveTransport): void;
  setCameraAway(isAway: boolean): void;
  setSound(sound: { isOn: boolean; volume: number }): void;
  /** The page is seen again: the time nobody looked is no stall. */
  seen(): void;
  /** What was in the way may be gone. */
  nudge(): void;
  video(): HTMLVideoElement | undefined;
  /** When the picture on the screen was taken; undefined before the first one. */
  pictureMs(): number | undefined;
  stats(): SessionStats | undefined;
  close(): void;
}

const TICK_MS = 500;
const CHANGE_OVER_AGAIN_MS = 5_000;
const KEEP_EVERY_MS = 500;

interface Showing {
  session: LiveSession;
  form: LiveForm;
  mimeType: string;
  hasSound: boolean;
  /** When the newest picture was taken; undefined before the first one. */
  pictureMs: number | undefined;
}

/** Carries out what `nextLive` decides: opens and closes connections, and shows the newest picture there is. */
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
  /** The connection that counts, and the one that will replace it. */
  let current: Showing | undefined;
  let coming: Showing | undefined;
  let changeOverFromMs = 0;
  let keptAtTickMs = 0;
  let asked = 0;
  let snapshot: LiveSnapshot = { state, shown: undefined, hasSound: false };

  const transport = (): LiveTransport => (hasWebrtcFailed ? 'websocket' : wantedTransport);

  const tell = () => {
    const shown = current?.pictureMs !== undefined ? { ...current.form, mimeType: current.mimeType } : undefined;
    snapshot = { state, shown, hasSound: shown !== undefined && current?.hasSound === true };
    for (const listener of listeners) listener();
  };
  const keepPicture = (showing: Showing | undefined) => {
    if (showing?.pictureMs !== undefined) pictures.keep(cameraId, showing.session.video, showing.pictureMs);
  };
  /** While there are pictures: an element that has run out of media has none to give any more. */
  const keepNowAndThen = (showing: Showing) => {
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
  const dropComing = () => {
    drop(coming);
    coming = undefined;
  };
  const dropAll = () => {
    asked += 1;
    dropComing();
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
    // Whoever watches the state need not hear of every frame.
    if (state.kind === 'playing' && before.kind === 'playing' && state.isLate === before.isLate) return;
    if (begins && state.kind === 'connecting')
      void connect({ stream, transcode: state.transcode, transport: transport(), sound: sound.isOn });
    tell();
  };

  /** A connection that never showed anything says that WebRTC is not to be had here. */
  const learnFrom = (lost: Showing | undefined) => {
    if (lost?.form.transport === 'webrtc' && lost.pictureMs === undefined) hasWebrtcFailed = true;
  };

  const ofCurrent: SessionEvents = {
    described: () => send({ kind: 'described' }),
    cannotPlay: () => {
      transcoded.add(stream);
      send({ kind: 'cannot-play' });
    },
    frame: ({ ageMs }) => send({ kind: 'frame', ageMs }),
    jumps: () => keepPicture(current),
    lost: (reason) => {
      learnFrom(current);
      send({ kind: 'lost', reason });
    },
    refused: (reason) => send({ kind: 'refused', reason }),
  };
  const ofComing: SessionEvents = {
    described: () => undefined,
    cannotPlay: () => {
      transcoded.add(stream);
      changeOverFromMs = 0;
      dropComing();
    },
    frame: () => {
      const before = current;
      current = coming;
      coming = undefined;
      drop(before);
      tell();
    },
    jumps: () => undefined,
    lost: () => {
      learnFrom(coming);
      dropComing();
    },
    refused: dropComing,
  };

  const open = (form: LiveForm, url: string): Showing => {
    /** A connection that was let go of has nothing to say any more. */
    const say = (tellIt: (on: SessionEvents) => void) => {
      if (showing === current) tellIt(ofCurrent);
      else if (showing === coming) tellIt(ofComing);
    };
    const on: SessionEvents = {
      described: (facts) => {
        Object.assign(showing, facts);
        say((on) => on.described(facts));
      },
      cannotPlay: () => say((on) => on.cannotPlay()),
      jumps: () => say((on) => on.jumps()),
      frame: (facts) => {
        const isFirst = showing.pictureMs === undefined;
        showing.pictureMs = Date.now() - facts.ageMs;
        keepNowAndThen(showing);
        say((on) => on.frame(facts));
        if (isFirst) tell();
      },
      lost: (reason) => say((on) => on.lost(reason)),
      refused: (reason) => say((on) => on.refused(reason)),
    };
    const session = form.transport === 'webrtc' ? openWhepSession(whepOf(form), on) : openMseSession(url, on);
    const showing: Showing = { session, form, mimeType: '', hasSound: false, pictureMs: undefined };
    apply(session.video);
    return showing;
  };
  const apply = (video: HTMLVideoElement) => {
    video.volume = sound.volume;
    video.muted = !sound.isOn;
  };

  const addressFor = async (form: LiveForm): Promise<AddressAnswer> =>
    form.transport === 'webrtc' ? { kind: 'address', url: '' } : addressOf(form);

  const connect = async (form: LiveForm) => {
    const number = asked;
    const answer = await addressFor(form);
    if (number !== asked || state.kind !== 'connecting') return;
    if (answer.kind !== 'address') return send(answer);
    current = open(form, answer.url);
    container.append(current.session.video);
  };

  const isOtherSound = ({ form, hasSound }: Showing) =>
    form.transport === 'websocket' && hasSound && form.sound !== sound.isOn;

  const changeOver = async () => {
    const isOther = () =>
      current?.form.stream !== stream || current.form.transport !== transport() || isOtherSound(current);
    const isWanted = () => state.kind === 'playing' && !coming && isOther();
    if (!isWanted() || Date.now() < changeOverFromMs) return;
    changeOverFromMs = Date.now() + CHANGE_OVER_AGAIN_MS;
    const number = asked;
    const form = { stream, transcode: transcoded.has(stream), transport: transport(), sound: sound.isOn };
    const answer = await addressFor(form);
    if (number !== asked || !isWanted() || form.stream !== stream || form.sound !== sound.isOn) return;
    if (answer.kind !== 'address') return;
    coming = open(form, answer.url);
    // Beneath the picture that is still shown.
    container.prepend(coming.session.video);
  };

  const timer = setInterval(() => {
    // A page that is not seen shows no frames: that is no stall.
    if (document.hidden) return;
    send({ kind: 'tick' });
    current?.session.chase();
    void changeOver();
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
      changeOverFromMs = 0;
      dropComing();
      void changeOver();
    },
    setTransport: (wanted) => {
      if (wanted === wantedTransport) return;
      wantedTransport = wanted;
      hasWebrtcFailed = false;
      changeOverFromMs = 0;
      dropComing();
      void changeOver();
    },
    setCameraAway: (isAway) => {
      if (isAway === isCameraAway) return;
      isCameraAway = isAway;
      send({ kind: isAway ? 'camera-away' : 'nudge' });
    },
    setSound: (wanted) => {
      const isOther = wanted.isOn !== sound.isOn;
      sound = wanted;
      for (const showing of [current, coming]) if (showing) apply(showing.session.video);
      if (!isOther) return;
      changeOverFromMs = 0;
      dropComing();
      void changeOver();
    },
    seen: () => {
      send({ kind: 'seen' });
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

/** Whether this browser has a decoder for the picture, by what the recorder has seen of the stream. */
const canPlay = (codecs: string): boolean =>
  mediaSourceClass()?.isTypeSupported(`video/mp4; codecs="${codecs.split(',')[0]}"`) ?? false;
