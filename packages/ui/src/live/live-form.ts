import type { StreamName } from '@holdfast/domain';
import type { RefusalReason, RetryReason } from './live-state.ts';

/** WebSocket works everywhere; WebRTC has a delay of a few frames instead of half a second. */
export type LiveTransport = 'websocket' | 'webrtc';

export interface LiveForm {
  stream: StreamName;
  transcode: boolean;
  transport: LiveTransport;
  /** Sound costs an encoder, so it is requested only when it is on. WebRTC always includes it. */
  sound: boolean;
}

/** What is wanted of the connections of a player, and what was learned about them. */
export interface FormState {
  stream: StreamName;
  transport: LiveTransport;
  /** WebRTC was wanted and did not work. It is tried again only when it is wanted again. */
  hasFallenBack: boolean;
  isSoundOn: boolean;
  /** Streams for which this browser has no decoder. */
  transcoded: ReadonlySet<StreamName>;
  /** As last reported by the recorder, for any stream. */
  knownCodecs: string | undefined;
  /** A switch that did not succeed is not repeated at once. */
  switchNotBeforeMs: number;
}

export type FormEvent =
  | { kind: 'want-stream'; stream: StreamName }
  | { kind: 'want-transport'; transport: LiveTransport }
  | { kind: 'want-sound'; isOn: boolean }
  /** The recorder knows the codecs of a stream. */
  | { kind: 'codecs'; stream: StreamName; codecs: string; isPlayable: boolean }
  /** A switch begins. */
  | { kind: 'switching'; nowMs: number }
  | ConnectionEvent;

/** An event of the displayed connection, or of the one that will replace it. */
export type ConnectionEvent = { from: 'displayed' | 'pending'; form: LiveForm; hadPicture: boolean } & (
  | { kind: 'described' }
  | { kind: 'cannot-play' }
  | { kind: 'frame'; ageMs: number }
  | { kind: 'lost'; reason: RetryReason }
  | { kind: 'refused'; reason: RefusalReason }
);

const RETRY_SWITCH_MS = 5_000;

export const initialForm: FormState = {
  stream: 'main',
  transport: 'websocket',
  hasFallenBack: false,
  isSoundOn: false,
  transcoded: new Set(),
  knownCodecs: undefined,
  switchNotBeforeMs: 0,
};

/** The wanted form after an event; the same object if nothing changes. */
export function nextForm(state: FormState, event: FormEvent): FormState {
  switch (event.kind) {
    case 'want-stream':
      return event.stream === state.stream ? state : { ...state, stream: event.stream, switchNotBeforeMs: 0 };
    case 'want-transport':
      if (event.transport === state.transport) return state;
      return { ...state, transport: event.transport, hasFallenBack: false, switchNotBeforeMs: 0 };
    case 'want-sound':
      return event.isOn === state.isSoundOn ? state : { ...state, isSoundOn: event.isOn, switchNotBeforeMs: 0 };
    case 'codecs': {
      const known = state.knownCodecs === event.codecs ? state : { ...state, knownCodecs: event.codecs };
      return event.isPlayable ? known : transcoding(known, event.stream);
    }
    case 'switching':
      return { ...state, switchNotBeforeMs: event.nowMs + RETRY_SWITCH_MS };
    case 'cannot-play': {
      const next = transcoding(state, event.form.stream);
      return event.from === 'pending' ? { ...next, switchNotBeforeMs: 0 } : next;
    }
    case 'lost':
      // Not where server or camera are away: they would be with any transport.
      if (event.reason !== 'no-webrtc' || event.hadPicture || state.transport !== 'webrtc') return state;
      return { ...state, transport: 'websocket', hasFallenBack: true };
    case 'described':
    case 'frame':
    case 'refused':
      return state;
  }
}

const transcoding = (state: FormState, stream: StreamName): FormState =>
  state.transcoded.has(stream) ? state : { ...state, transcoded: new Set([...state.transcoded, stream]) };

/** The form of the next connection. */
export const formOf = (state: FormState): LiveForm => ({
  stream: state.stream,
  transcode: state.transcoded.has(state.stream),
  transport: state.transport,
  sound: state.isSoundOn,
});

/** Whether the displayed connection has to be replaced. */
export const needsSwitch = (state: FormState, { form, hasSound }: { form: LiveForm; hasSound: boolean }): boolean =>
  form.stream !== state.stream ||
  form.transport !== state.transport ||
  (form.transport === 'websocket' && hasSound && form.sound !== state.isSoundOn);

export const isSameForm = (a: LiveForm, b: LiveForm): boolean =>
  a.stream === b.stream && a.transcode === b.transcode && a.transport === b.transport && a.sound === b.sound;
