import { chaseEdge, trimBefore } from './live-edge.ts';
import type { RefusalReason, RetryReason } from './live-state.ts';
import { afterArrival, type PictureClock, pictureAgeMs } from './picture-clock.ts';

/** Events of one live connection. */
export interface SessionEvents {
  /** `hasSound`: the camera sends sound, whether it was requested or not. */
  described: (facts: { mimeType: string; hasSound: boolean }) => void;
  cannotPlay: () => void;
  /** A new picture is displayed. */
  frame: (facts: { ageMs: number }) => void;
  /** About to seek: until that has finished the element has no picture to copy. */
  beforeJump: () => void;
  lost: (reason: RetryReason) => void;
  refused: (reason: RefusalReason) => void;
}

export interface SessionStats {
  receivedBytes: number;
  frames: number;
  droppedFrames: number;
  /** Delay between the displayed and the newest received picture; undefined before the first one. */
  lagMs: number | undefined;
}

/** One live connection and its video element. */
export interface LiveSession {
  video: HTMLVideoElement;
  stats(): SessionStats;
  /** Called regularly: stays close to the live edge. */
  chase(): void;
  close(): void;
}

const closeCodes: Record<number, (on: SessionEvents) => void> = {
  1013: (on) => on.lost('too-slow'),
  4403: (on) => on.refused('no-access'),
  4429: (on) => on.lost('too-many'),
};

/** Safari on iPhones only has ManagedMediaSource. */
export const mediaSourceClass = (): typeof MediaSource | undefined => {
  const { ManagedMediaSource } = globalThis as { ManagedMediaSource?: typeof MediaSource };
  return globalThis.MediaSource ?? ManagedMediaSource;
};

export function createVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  video.muted = true;
  video.autoplay = true;
  video.playsInline = true;
  video.disablePictureInPicture = true;
  // ManagedMediaSource does not open while remote playback is possible.
  video.disableRemotePlayback = true;
  video.tabIndex = -1;
  video.setAttribute('aria-hidden', 'true');
  return video;
}

/** MP4 fragments over a WebSocket, appended as they arrive. */
export function openMseSession(url: string, on: SessionEvents): LiveSession {
  const Source = mediaSourceClass();
  const video = createVideo();
  const waiting: { bytes: ArrayBuffer; tickMs: number }[] = [];
  let pictureClock: PictureClock | undefined;
  let newestShownS = Number.NEGATIVE_INFINITY;
  let appendedAtTickMs: number | undefined;
  let receivedBytes = 0;
  let buffer: SourceBuffer | undefined;
  let mimeType: string | undefined;
  let closed = false;

  const source = Source && new Source();
  const objectUrl = source && URL.createObjectURL(source);
  const socket = new WebSocket(url);
  socket.binaryType = 'arraybuffer';

  const close = () => {
    if (closed) return;
    closed = true;
    socket.onmessage = null;
    socket.onclose = null;
    // Closing a socket that is still connecting logs an error in the browser's console.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
    video.removeAttribute('src');
    video.load();
    if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl);
  };
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
    if (before !== undefined && buffer && !buffer.updating) buffer.remove(0, before);
  };
  const noteArrival = () => {
    const { buffered } = video;
    if (appendedAtTickMs === undefined || buffered.length === 0) return;
    pictureClock = afterArrival(pictureClock, {
      tickMs: appendedAtTickMs,
      mediaEndS: buffered.end(buffered.length - 1),
    });
    appendedAtTickMs = undefined;
  };
  const feed = () => {
    if (closed || !buffer || buffer.updating) return;
    const next = waiting.shift();
    if (!next) return;
    try {
      buffer.appendBuffer(next.bytes);
      appendedAtTickMs = next.tickMs;
    } catch {
      lose('broken');
    }
  };
  const describe = () => {
    if (closed || mimeType === undefined || buffer || source?.readyState !== 'open') return;
    buffer = source.addSourceBuffer(mimeType);
    buffer.addEventListener('updateend', () => {
      noteArrival();
      chase();
      feed();
    });
    buffer.addEventListener('error', () => lose('broken'));
    feed();
  };

  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data === 'string') {
      const description = descriptionIn(data);
      mimeType = description?.mimeType;
      if (!description || !Source?.isTypeSupported(description.mimeType)) return on.cannotPlay();
      on.described(description);
      return describe();
    }
    receivedBytes += data.byteLength;
    waiting.push({ bytes: data, tickMs: performance.now() });
    feed();
  };
  socket.onclose = ({ code }) => {
    if (!closed) (closeCodes[code] ?? (() => lose('lost')))(on);
  };
  video.addEventListener('error', () => lose('broken'));
  source?.addEventListener('sourceopen', describe);
  if (objectUrl !== undefined) video.src = objectUrl;
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
    stats: () => ({
      receivedBytes,
      ...quality(video),
      lagMs: lagOf(video),
    }),
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

/** Calls back with the media time of every displayed picture, until the callback returns false. */
export function watchFrames(
  video: HTMLVideoElement,
  onFrame: (mediaS: number, metadata?: VideoFrameCallbackMetadata) => boolean,
): void {
  if (!('requestVideoFrameCallback' in video)) {
    const element = video as HTMLVideoElement;
    element.addEventListener('timeupdate', () => onFrame(element.currentTime));
    return;
  }
  const next = (_now: number, metadata: VideoFrameCallbackMetadata) => {
    if (onFrame(metadata.mediaTime, metadata)) video.requestVideoFrameCallback(next);
  };
  video.requestVideoFrameCallback(next);
}

export function quality(video: HTMLVideoElement): Pick<SessionStats, 'frames' | 'droppedFrames'> {
  const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
  return { frames: totalVideoFrames, droppedFrames: droppedVideoFrames };
}

function lagOf({ buffered, currentTime }: HTMLVideoElement): number | undefined {
  if (buffered.length === 0) return undefined;
  return Math.max(0, Math.round((buffered.end(buffered.length - 1) - currentTime) * 1000));
}
