import type { PlaybackController } from '@holdfast/ui';
import { useEffect, useRef } from 'react';

/** The URL follows the playhead when it rests, and the playhead follows the URL on back and forward. */
export function useAddress(
  controller: PlaybackController,
  askedMs: number | undefined,
  onAt: (at: string) => void,
): void {
  const { playback } = controller;
  const written = useRef(askedMs);
  const latest = useRef(onAt);
  latest.current = onAt;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = playback.onTick(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const atMs = Math.round(playback.atMs());
        if (playback.view().isPlaying || written.current === atMs) return;
        written.current = atMs;
        latest.current(new Date(atMs).toISOString());
      }, 700);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [playback]);
  useEffect(() => {
    if (askedMs === undefined || askedMs === written.current) return;
    written.current = askedMs;
    controller.seek(askedMs);
  }, [askedMs, controller]);
}
