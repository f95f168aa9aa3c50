import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FormEvent,
  type FormState,
  formOf,
  initialForm,
  type LiveForm,
  needsSwitch,
  nextForm,
} from './live-form.ts';
import type { RetryReason } from './live-state.ts';

const after = (...events: FormEvent[]): FormState => events.reduce(nextForm, initialForm);

const mainOverWebSocket: LiveForm = { stream: 'main', transcode: false, transport: 'websocket', sound: false };
const mainOverWebrtc: LiveForm = { ...mainOverWebSocket, transport: 'webrtc' };
const lowLatency: FormEvent = { kind: 'want-transport', transport: 'webrtc' };
const lost = (form: LiveForm, hadPicture: boolean, reason: RetryReason = 'no-webrtc'): FormEvent => ({
  kind: 'lost',
  reason,
  from: 'pending',
  form,
  hadPicture,
});
const cannotPlay = (from: 'displayed' | 'pending', form = mainOverWebSocket): FormEvent => ({
  kind: 'cannot-play',
  from,
  form,
  hadPicture: false,
});
const codecs = (stream: 'main' | 'sub', isPlayable: boolean): FormEvent => ({
  kind: 'codecs',
  stream,
  codecs: 'hvc1.1.6.L93.B0',
  isPlayable,
});
const switching: FormEvent = { kind: 'switching', nowMs: 1_000 };

describe('the wanted form of a live connection', () => {
  it.each<[string, FormEvent[], Partial<LiveForm>]>([
    ['the main stream, silent, over WebSocket at first', [], mainOverWebSocket],
    ['the stream that fits the pane', [{ kind: 'want-stream', stream: 'sub' }], { stream: 'sub' }],
    ['with sound while it is on', [{ kind: 'want-sound', isOn: true }], { sound: true }],
    ['WebRTC if it is wanted', [lowLatency], { transport: 'webrtc' }],
    ['WebSocket where WebRTC never showed a picture', [lowLatency, lost(mainOverWebrtc, false)], mainOverWebSocket],
    ['WebRTC again if it was lost later', [lowLatency, lost(mainOverWebrtc, true)], mainOverWebrtc],
    ['WebRTC if only a WebSocket was lost', [lowLatency, lost(mainOverWebSocket, false, 'lost')], mainOverWebrtc],
    ['WebRTC while server or camera are away', [lowLatency, lost(mainOverWebrtc, false, 'lost')], mainOverWebrtc],
    ['transcoded without a decoder', [codecs('main', false)], { transcode: true }],
    ['not transcoded with a decoder', [codecs('main', true)], { transcode: false }],
    ['not transcoded if only another stream has no decoder', [codecs('sub', false)], { transcode: false }],
    ['transcoded after it could not be played', [cannotPlay('displayed')], { transcode: true }],
  ])('is %s', (_title, events, expected) => {
    expect(formOf(after(...events))).toMatchObject(expected);
  });

  it('concerns the stream of the connection that could not be played, not the one wanted since', () => {
    const state = after({ kind: 'want-stream', stream: 'sub' }, cannotPlay('displayed'));
    expect(formOf(state).transcode).toBe(false);
    expect(formOf(nextForm(state, { kind: 'want-stream', stream: 'main' })).transcode).toBe(true);
  });

  it('notices codecs it did not know', () => {
    expect(after(codecs('main', true)).knownCodecs).toBe('hvc1.1.6.L93.B0');
    const known = after(codecs('main', false));
    expect(nextForm(known, codecs('main', false))).toBe(known);
  });

  it.each<[string, FormEvent[], Pick<FormState, 'transport' | 'hasFallenBack'>]>([
    ['keeps low latency while it is tried', [lowLatency], { transport: 'webrtc', hasFallenBack: false }],
    [
      'gives low latency up where it does not work, and knows that',
      [lowLatency, lost(mainOverWebrtc, false)],
      { transport: 'websocket', hasFallenBack: true },
    ],
    [
      'keeps low latency if it is lost later',
      [lowLatency, lost(mainOverWebrtc, true)],
      { transport: 'webrtc', hasFallenBack: false },
    ],
    [
      'tries low latency again when it is wanted again',
      [lowLatency, lost(mainOverWebrtc, false), lowLatency],
      { transport: 'webrtc', hasFallenBack: false },
    ],
    [
      'does not fall back from what nobody wants any more',
      [lowLatency, { kind: 'want-transport', transport: 'websocket' }, lost(mainOverWebrtc, false)],
      { transport: 'websocket', hasFallenBack: false },
    ],
  ])('%s', (_title, events, expected) => {
    expect(after(...events)).toMatchObject(expected);
  });

  it.each<[string, FormEvent, number]>([
    ['waits after a switch', lost(mainOverWebSocket, false), 6_000],
    ['switches at once to another stream', { kind: 'want-stream', stream: 'sub' }, 0],
    ['switches at once to another transport', lowLatency, 0],
    ['switches at once to sound', { kind: 'want-sound', isOn: true }, 0],
    ['switches at once to what can be played', cannotPlay('pending'), 0],
    ['waits although the displayed picture cannot be played', cannotPlay('displayed'), 6_000],
    ['waits although the same is wanted again', { kind: 'want-stream', stream: 'main' }, 6_000],
  ])('%s', (_title, event, notBeforeMs) => {
    expect(after(switching, event).switchNotBeforeMs).toBe(notBeforeMs);
  });
});

describe('a switch', () => {
  const silent = { form: mainOverWebSocket, hasSound: false };
  it.each<[string, FormEvent[], { form: LiveForm; hasSound: boolean }, boolean]>([
    ['is not needed for the wanted form', [], silent, false],
    ['is needed for another stream', [{ kind: 'want-stream', stream: 'sub' }], silent, true],
    ['is needed for another transport', [lowLatency], silent, true],
    ['is needed for sound', [{ kind: 'want-sound', isOn: true }], { ...silent, hasSound: true }, true],
    ['is not needed for the sound of a camera without any', [{ kind: 'want-sound', isOn: true }], silent, false],
    [
      'is not needed for sound over WebRTC',
      [lowLatency, { kind: 'want-sound', isOn: true }],
      { form: mainOverWebrtc, hasSound: true },
      false,
    ],
    ['is not needed for a decoder that only the next connection lacks', [codecs('main', false)], silent, false],
  ])('%s', (_title, events, showing, expected) => {
    expect(needsSwitch(after(...events), showing)).toBe(expected);
  });
});

const anyForm: fc.Arbitrary<LiveForm> = fc.record({
  stream: fc.constantFrom('main', 'sub'),
  transcode: fc.boolean(),
  transport: fc.constantFrom('websocket', 'webrtc'),
  sound: fc.boolean(),
});
const anyEvent: fc.Arbitrary<FormEvent> = fc.oneof(
  fc.record({ kind: fc.constant('want-stream' as const), stream: fc.constantFrom('main', 'sub') }),
  fc.record({ kind: fc.constant('want-transport' as const), transport: fc.constantFrom('websocket', 'webrtc') }),
  fc.record({ kind: fc.constant('want-sound' as const), isOn: fc.boolean() }),
  fc.record({ kind: fc.constant('switching' as const), nowMs: fc.nat() }),
  fc.tuple(fc.constantFrom('main' as const, 'sub' as const), fc.boolean()).map((facts) => codecs(...facts)),
  fc.tuple(anyForm, fc.boolean()).map(([form, hadPicture]) => lost(form, hadPicture)),
  fc.tuple(fc.constantFrom('displayed' as const, 'pending' as const), anyForm).map((facts) => cannotPlay(...facts)),
);

describe('after any events', () => {
  it('a connection in the wanted form needs no switch', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), fc.boolean(), (events, hasSound) => {
        const state = after(...events);
        expect(needsSwitch(state, { form: formOf(state), hasSound })).toBe(false);
      }),
    );
  });

  it('the latest wishes count, and a stream without a decoder stays transcoded', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), fc.array(anyEvent), anyForm, (events, later, wanted) => {
        const state = after(
          ...events,
          cannotPlay('displayed', wanted),
          ...later,
          { kind: 'want-stream', stream: wanted.stream },
          { kind: 'want-sound', isOn: wanted.sound },
        );
        expect(formOf(state)).toMatchObject({ stream: wanted.stream, transcode: true, sound: wanted.sound });
      }),
    );
  });

  it('low latency is never claimed after it was given up', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const state = after(...events);
        if (state.hasFallenBack) expect(formOf(state).transport).toBe('websocket');
        expect(formOf(state).transport).toBe(state.transport);
      }),
    );
  });

  it('the same wish twice changes nothing', () => {
    const wish = anyEvent.filter(({ kind }) => kind.startsWith('want-') || kind === 'lost');
    fc.assert(
      fc.property(fc.array(anyEvent), wish, (events, event) => {
        const once = after(...events, event);
        expect(nextForm(once, event)).toBe(once);
      }),
    );
  });
});
