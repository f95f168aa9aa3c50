import { createPlaybackController, type PlaybackController, preloadHls } from '@holdfast/ui';
import { useEffect, useRef, useState } from 'react';
import type { Camera } from '../../api/queries.ts';
import { useEventSentence } from '../../events/use-event-sentence.ts';
import { playbackServer } from './playback-server.ts';

/** The controller lives as long as the screen and reads the current cameras and language. */
export function usePlayback(all: readonly Camera[], startMs: number): PlaybackController | undefined {
  const eventText = useEventSentence();
  const latest = useRef({ all, eventText });
  latest.current = { all, eventText };
  const beginning = useRef(startMs);
  const [controller, setController] = useState<PlaybackController>();
  useEffect(() => {
    preloadHls();
    const server = playbackServer({
      cameraOf: (id) => latest.current.all.find((camera) => camera.id === id),
      eventText: (event) => latest.current.eventText(event),
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
