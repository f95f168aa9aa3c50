import { createFragmentFeed } from './fragment-feed.ts';
import { chaseEdge, trimBefore } from './live-edge.ts';
import { createVideo, type LiveSession, quality, type SessionEvents, watchFrames } from './live-session.ts';
import type { RetryReason } from './live-state.ts';
import { advancePictureClock, type PictureClock, pictureAgeMs } from './picture-clock.ts';

const closeCodes: Record<number, (on: SessionEvents) => void> = {
  1013: (on) => on.lost('too-slow'),
  4403: (on) => on.refused('no-access'),
  4429: (on) => on.lost('too-many'),
};

/** MP4 fragments over a WebSocket, appended as they arrive. */
export function openMseSession(url: string, on: SessionEvents): LiveSession {
  const video = createVideo();
  let pictureClock: PictureClock | undefined;
  let newestShownS = Number.NEGATIVE_INFINITY;
  let receivedBytes = 0;
  let closed = false;
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';

  const lose = (reason: RetryReason) => {
    if (!closed) on.lost(reason);
  };
  const chase = () => {
    const { buffered } = video;
    if (closed || buffered.length === 0) return;
    const facts = {
      positionS: video.currentTime,
      startS: buffered.start(buffered.length - 1),
      endS: buffered.end(buffered.length - 1),
    };
    const move = chaseEdge(facts);
    if (move.kind === 'jump') {
      on.beforeJump();
      video.currentTime = move.toS;
    } else if (Math.abs(video.playbackRate - move.rate) > 0.01) video.playbackRate = move.rate;
    if (video.paused) void video.play().catch(() => undefined);
    const before = trimBefore({ ...facts, startS: buffered.start(0) });
    if (before !== undefined) feed.removeBefore(before);
  };
  const feed = createFragmentFeed({
    video,
    onAppended: (tickMs) => {
      const { buffered } = video;
      if (tickMs !== undefined && buffered.length > 0)
        pictureClock = advancePictureClock(pictureClock, { tickMs, mediaEndS: buffered.end(buffered.length - 1) });
      chase();
    },
    onBroken: () => lose('broken'),
  });
  const close = () => {
    if (closed) return;
    closed = true;
    socket.onmessage = null;
    socket.onclose = null;
    // Closing a socket that is still connecting logs an error in the browser's console.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
    feed.close();
  };

  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === 'string') {
      const description = descriptionIn(data);
      if (!description || !feed.isSupported(description.mimeType)) return on.cannotPlay();
      on.described(description);
      return feed.describe(description.mimeType);
    }
    receivedBytes += data.byteLength;
    feed.push(data);
  };
  socket.onclose = ({ code }) => {
    if (!closed) (closeCodes[code] ?? (() => lose('lost')))(on);
  };
  video.addEventListener('error', () => lose('broken'));
  watchFrames(video, (mediaS) => {
    if (closed) return false;
    // A picture that is shown again after a jump back is not new.
    if (mediaS <= newestShownS) return true;
    newestShownS = mediaS;
    on.frame({ ageMs: pictureClock ? pictureAgeMs(pictureClock, { mediaS, tickMs: performance.now() }) : 0 });
    return true;
  });

  return {
    video,
    chase,
    close,
    stats: () => ({ receivedBytes, ...quality(video), lagMs: lagOf(video) }),
  };
}

function descriptionIn(text: string): { mimeType: string; hasSound: boolean } | undefined {
  try {
    const { mime_type, has_sound } = JSON.parse(text) as { mime_type?: unknown; has_sound?: unknown };
    return typeof mime_type === 'string' ? { mimeType: mime_type, hasSound: has_sound === true } : undefined;
  } catch {
    return undefined;
  }
}

function lagOf({ buffered, currentTime }: HTMLVideoElement): number | undefined {
  if (buffered.length === 0) return undefined;
  return Math.max(0, Math.round((buffered.end(buffered.length - 1) - currentTime) * 1000));
}
