import { createPlaybackController, type PlaybackController, preloadHls } from '@holdfast/ui';
import { useEffect, useRef, useState } from 'react';
import type { Camera } from '../../../api/queries.ts';
import { clipTitle } from '../../../clips/clip-words.ts';
import { useEventSentence } from '../../../events/use-event-sentence.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { playbackServer } from './playback-server.ts';

/** The controller lives as long as the screen and reads the current cameras and language. */
export function usePlayback(all: readonly Camera[], startMs: number): PlaybackController | undefined {
  const eventText = useEventSentence();
  const t = useT();
  const latest = useRef({ all, eventText, t });
  latest.current = { all, eventText, t };
  const beginning = useRef(startMs);
  const [controller, setController] = useState<PlaybackController>();
  useEffect(() => {
    preloadHls();
    const server = playbackServer({
      cameraOf: (id) => latest.current.all.find((camera) => camera.id === id),
      eventText: (event) => latest.current.eventText(event),
      markText: (event) => clipTitle({ kind: 'detection', ...event }, latest.current.t),
    });
    const made = createPlaybackController(server, beginning.current);
    setController(made);
    return () => {
      beginning.current = made.playback.atMs();
      made.stop();
    };
  }, []);
  return controller;
}
