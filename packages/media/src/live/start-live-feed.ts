import { SlabPool } from '../access-unit/slab-pool.ts';
import { fileHead } from '../fragment/file-head.ts';
import { isVideo, type MediaTrack } from '../rtp/sdp.ts';
import type { SoundTool } from '../sound/sound-encoder.ts';
import { soundSource } from '../sound/sound-source.ts';
import { StreamSound } from '../sound/stream-sound.ts';
import type { PacketConsumer } from '../stream/packet-consumer.ts';
import { describeInit, type LiveFeed, type LiveFeedEvents } from './live-media.ts';
import { LivePictures } from './live-pictures.ts';
import { LiveSound } from './live-sound.ts';
import type { Reading } from './open-reading.ts';

/** An AAC frame lasts 21 ms; feeding the encoder more often only costs more. */
const SOUND_FEED_MS = 60;
const pool = new SlabPool();

/** Whether the sound of this track can be played live. */
export const isAudible = (track: MediaTrack): boolean => track.media === 'audio' && soundSource(track) !== undefined;

/**
 * Converts a stream of the restream into fragments of one picture each, in this process. Sound, if requested, is
 * encoded to AAC by a child process and has its own fragments.
 */
export function startLiveFeed({
  reading: { live },
  soundTool,
  onInit,
  onFragment,
  onEnd,
}: LiveFeedEvents & { reading: Pick<Reading, 'live'>; soundTool: SoundTool | undefined }): LiveFeed {
  const video = live.tracks.find(isVideo);
  const videoChannel = live.tracks.findIndex(isVideo) * 2;
  const soundIndex = live.tracks.findIndex(isAudible);
  const soundTrack = soundTool && live.tracks[soundIndex];
  let sequence = 0;
  let hasBegun = false;
  let isSoundWaiting = false;
  let isOver = false;

  const nextSequence = () => {
    sequence += 1;
    return sequence;
  };
  const end = () => {
    if (isOver) return;
    isOver = true;
    live.leave(consumer);
    encoder?.stop();
    onEnd();
  };

  const passSoundOn = () => {
    isSoundWaiting = false;
    for (let part = encoder?.takeUntil(Infinity); part && !isOver; part = encoder?.takeUntil(Infinity))
      sound?.sound(part);
  };

  const encoder =
    soundTrack &&
    StreamSound.open({
      track: soundTrack,
      tool: soundTool,
      feedMs: SOUND_FEED_MS,
      ticksAt: (rtpTime) => {
        const pictureTime = live.pictureTimeAt(soundIndex, rtpTime);
        return pictureTime === undefined ? undefined : pictures?.ticksAt(pictureTime);
      },
      onFrames: () => {
        // AAC frames from one chunk of the encoder's output share a fragment.
        if (!isSoundWaiting) queueMicrotask(passSoundOn);
        isSoundWaiting = true;
      },
    });
  const sound =
    encoder &&
    new LiveSound({
      channels: encoder.source.channels,
      nextSequence,
      onFragment: (bytes) => onFragment({ bytes, hasVideo: false, startsWithKeyframe: false }),
    });
  const pictures =
    video &&
    new LivePictures({
      track: video,
      pool,
      nextSequence,
      on: {
        setup: (setup) =>
          onInit(describeInit(fileHead({ setup, sound: encoder && { channels: encoder.source.channels } }))),
        picture: ({ bytes, isKeyframe, shownTicks }) => {
          onFragment({ bytes, hasVideo: true, startsWithKeyframe: isKeyframe });
          sound?.picture(shownTicks, pictures?.startTicks ?? shownTicks);
        },
      },
    });
  const consumer: PacketConsumer = {
    take(packets) {
      const nowMs = performance.now();
      for (let at = 0; at < packets.length && !isOver; ) {
        const to = at + 4 + packets.readUInt16BE(at + 2);
        if (packets[at + 1] === videoChannel) pictures?.packet(packets.subarray(at, to), nowMs);
        // Only the pictures are needed of the cached group that comes first.
        else if (hasBegun && packets[at + 1] === soundIndex * 2) encoder?.packet(packets.subarray(at, to));
        at = to;
      }
      hasBegun = true;
      return true;
    },
    sourceEnded: end,
  };
  // Never synchronously within the call that starts it.
  if (pictures === undefined || live.ended) queueMicrotask(end);
  else queueMicrotask(() => (live.ended ? end() : isOver || live.join(consumer).begin()));
  return { stop: end };
}
