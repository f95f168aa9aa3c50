import { createPlayback, type Playback, warmUpReel } from '@holdfast/ui';
import { useEffect, useRef, useState } from 'react';
import type { Camera } from '../../api/queries.ts';
import { playbackServer } from './playback-server.ts';
import { createScrubber, type Scrubber } from './scrubber.ts';

/** Players and previews live as long as the screen; they are made once and know the cameras of the moment. */
export function usePlayback(
  all: readonly Camera[],
  startMs: number,
): { playback: Playback; scrubber: Scrubber } | undefined {
  const cameras = useRef(all);
  cameras.current = all;
  const beginning = useRef(startMs);
  const [made, setMade] = useState<{ playback: Playback; scrubber: Scrubber }>();
  useEffect(() => {
    warmUpReel();
    const server = playbackServer((id) => cameras.current.find((camera) => camera.id === id));
    const playback = createPlayback(server, beginning.current);
    const scrubber = createScrubber();
    setMade({ playback, scrubber });
    return () => {
      beginning.current = playback.atMs();
      playback.stop();
      scrubber.stop();
    };
  }, []);
  return made;
}
