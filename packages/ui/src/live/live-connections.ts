import type { StreamName } from '@holdfast/domain';
import {
  type ConnectionEvent,
  type FormEvent,
  type FormState,
  formOf,
  initialForm,
  isSameForm,
  type LiveForm,
  needsSwitch,
  nextForm,
} from './live-form.ts';
import type { Showing } from './live-showing.ts';
import { createLiveShowings, type ShowingsOptions } from './live-showings.ts';
import type { LiveEvent, LiveState, RefusalReason, RetryReason } from './live-state.ts';

/** An address, or the reason why there is none. */
export type AddressAnswer =
  | { kind: 'address'; url: string }
  | { kind: 'refused'; reason: RefusalReason }
  | { kind: 'lost'; reason: RetryReason };

export interface ConnectionsOptions extends Omit<ShowingsOptions, 'onEvent'> {
  /** Called for every connection, so that its token is never stale. */
  addressOf: (form: LiveForm) => Promise<AddressAnswer>;
}

interface ConnectionsDeps {
  state: () => LiveState;
  /** What happened to the displayed connection. */
  send(event: LiveEvent): void;
  /** The displayed connection or the wanted form has changed. */
  onChange(): void;
}

/** Opens connections in the wanted form, and replaces the displayed one when another form is wanted. */
export interface LiveConnections {
  displayed(): Showing | undefined;
  wanted(): FormState;
  want(event: FormEvent): void;
  /** Returns whether they are new. */
  noteCodecs(codecs: { stream: StreamName; codecs: string; isPlayable: boolean }): boolean;
  setSound(sound: { isOn: boolean; volume: number }): void;
  connect(options: { transcode: boolean }): void;
  /** Called regularly: stays close to the live edge, and repeats a switch that did not succeed. */
  keepUp(): void;
  dropAll(): void;
}

export function createLiveConnections(options: ConnectionsOptions, deps: ConnectionsDeps): LiveConnections {
  let form = initialForm;
  /** Addresses requested before the connections were dropped are not used. */
  let generation = 0;

  const showings = createLiveShowings({
    ...options,
    onEvent: (event: ConnectionEvent) => {
      form = nextForm(form, event);
      if (event.from === 'displayed') {
        deps.send(event);
        if (event.kind === 'frame' && !event.hadPicture) deps.onChange();
      } else if (event.kind === 'frame') {
        showings.promote();
        deps.onChange();
      } else if (event.kind !== 'described') {
        showings.dropPending();
        deps.onChange();
      }
    },
  });

  const addressFor = async (wanted: LiveForm): Promise<AddressAnswer> =>
    wanted.transport === 'webrtc' ? { kind: 'address', url: '' } : options.addressOf(wanted);

  const connect = async (wanted: LiveForm) => {
    const number = generation;
    const answer = await addressFor(wanted);
    if (number !== generation || deps.state().kind !== 'connecting') return;
    if (answer.kind !== 'address') return deps.send(answer);
    showings.open('displayed', wanted, answer.url);
  };

  const needsOther = () => {
    const displayed = showings.displayed();
    return deps.state().kind === 'playing' && !showings.pending() && (!displayed || needsSwitch(form, displayed));
  };
  const switchForm = async () => {
    const nowMs = Date.now();
    if (!needsOther() || nowMs < form.switchNotBeforeMs) return;
    form = nextForm(form, { kind: 'switching', nowMs });
    const number = generation;
    const wanted = formOf(form);
    const answer = await addressFor(wanted);
    if (number !== generation || !needsOther() || !isSameForm(wanted, formOf(form))) return;
    if (answer.kind === 'address') showings.open('pending', wanted, answer.url);
  };
  const want = (event: FormEvent) => {
    const before = form;
    form = nextForm(form, event);
    if (form === before) return;
    showings.dropPending();
    void switchForm();
    deps.onChange();
  };

  return {
    displayed: showings.displayed,
    wanted: () => form,
    want,
    noteCodecs: (facts) => {
      const before = form.knownCodecs;
      form = nextForm(form, { kind: 'codecs', ...facts });
      return form.knownCodecs !== before;
    },
    setSound: (sound) => {
      showings.setSound(sound);
      want({ kind: 'want-sound', isOn: sound.isOn });
    },
    connect: ({ transcode }) => void connect({ ...formOf(form), transcode }),
    keepUp: () => {
      showings.displayed()?.session.chase();
      void switchForm();
    },
    dropAll: () => {
      generation += 1;
      showings.dropAll();
    },
  };
}
