import type { ConnectionEvent, LiveForm } from './live-form.ts';
import type { LiveSession, SessionEvents } from './live-session.ts';
import { openMseSession } from './mse-session.ts';
import { openWhepSession, type WhepServer } from './whep-session.ts';

/** One connection, and what is known about it. */
export interface Showing {
  session: LiveSession;
  form: LiveForm;
  mimeType: string;
  hasSound: boolean;
  /** When the newest picture was taken; undefined before the first one. */
  pictureMs: number | undefined;
}

type WithoutPlace<Event> = Event extends unknown ? Omit<Event, 'from'> : never;

interface ShowingEvents {
  report(showing: Showing, event: WithoutPlace<ConnectionEvent>): void;
  /** Its element has a new picture. */
  onPicture(showing: Showing): void;
  /** Its element is about to lose its picture for a moment. */
  beforeJump(showing: Showing): void;
}

export function openShowing(
  { form, url, whepOf }: { form: LiveForm; url: string; whepOf: (form: LiveForm) => WhepServer },
  { report, onPicture, beforeJump }: ShowingEvents,
): Showing {
  const facts = () => ({ form, hadPicture: showing.pictureMs !== undefined });
  const on: SessionEvents = {
    described: (described) => {
      Object.assign(showing, described);
      report(showing, { kind: 'described', ...facts() });
    },
    cannotPlay: () => report(showing, { kind: 'cannot-play', ...facts() }),
    beforeJump: () => beforeJump(showing),
    frame: ({ ageMs }) => {
      const event = { kind: 'frame', ageMs, ...facts() } as const;
      showing.pictureMs = Date.now() - ageMs;
      onPicture(showing);
      report(showing, event);
    },
    lost: (reason) => report(showing, { kind: 'lost', reason, ...facts() }),
    refused: (reason) => report(showing, { kind: 'refused', reason, ...facts() }),
  };
  const session = form.transport === 'webrtc' ? openWhepSession(whepOf(form), on) : openMseSession(url, on);
  const showing: Showing = { session, form, mimeType: '', hasSound: false, pictureMs: undefined };
  return showing;
}
