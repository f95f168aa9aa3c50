import type { RefusalReason, RetryReason } from './live-state.ts';

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
