import type { ConnectionEvent, LiveForm } from './live-form.ts';
import { openShowing, type Showing } from './live-showing.ts';
import type { PictureMemory } from './picture-memory.ts';
import type { WhepServer } from './whep-session.ts';

export interface ShowingsOptions {
  cameraId: string;
  /** Parent of the video elements; the newest is on top. */
  container: HTMLElement;
  pictures: PictureMemory;
  /** The signalling endpoint for WebRTC. */
  whepOf: (form: LiveForm) => WhepServer;
  /** Events of dropped connections are not reported. */
  onEvent(event: ConnectionEvent): void;
}

/** The displayed connection, and at most one that will replace it. */
export interface LiveShowings {
  displayed(): Showing | undefined;
  pending(): Showing | undefined;
  open(place: ConnectionEvent['from'], form: LiveForm, url: string): void;
  /** Displays the pending connection instead of the other. */
  promote(): void;
  dropPending(): void;
  dropAll(): void;
  setSound(sound: { isOn: boolean; volume: number }): void;
}

const KEEP_EVERY_MS = 500;

export function createLiveShowings({ cameraId, container, pictures, whepOf, onEvent }: ShowingsOptions): LiveShowings {
  let displayed: Showing | undefined;
  let pending: Showing | undefined;
  let sound = { isOn: false, volume: 1 };
  let keptAtTickMs = 0;

  const keepPicture = ({ pictureMs, session }: Showing) => {
    if (pictureMs !== undefined) pictures.keep(cameraId, session.video, pictureMs);
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
  const applySound = ({ session: { video } }: Showing) => {
    video.volume = sound.volume;
    video.muted = !sound.isOn;
  };

  const connect = (form: LiveForm, url: string): Showing => {
    const opened = openShowing(
      { form, url, whepOf },
      {
        report: (showing, event) => {
          const from = showing === displayed ? 'displayed' : showing === pending ? 'pending' : undefined;
          if (from) onEvent({ ...event, from });
        },
        onPicture: keepPictureRegularly,
        beforeJump: (showing) => {
          if (showing === displayed) keepPicture(showing);
        },
      },
    );
    applySound(opened);
    return opened;
  };

  return {
    displayed: () => displayed,
    pending: () => pending,
    open: (place, form, url) => {
      let opened: Showing;
      try {
        opened = connect(form, url);
      } catch {
        // For example in a browser where WebRTC is turned off.
        return onEvent({
          kind: 'lost',
          reason: form.transport === 'webrtc' ? 'no-webrtc' : 'broken',
          from: place,
          form,
          hadPicture: false,
        });
      }
      if (place === 'displayed') {
        displayed = opened;
        container.append(opened.session.video);
      } else {
        pending = opened;
        // Beneath the picture that is still shown.
        container.prepend(opened.session.video);
      }
    },
    promote: () => {
      const before = displayed;
      displayed = pending;
      pending = undefined;
      drop(before);
    },
    dropPending,
    dropAll: () => {
      dropPending();
      drop(displayed);
      displayed = undefined;
    },
    setSound: (wanted) => {
      sound = wanted;
      for (const showing of [displayed, pending]) if (showing) applySound(showing);
    },
  };
}
