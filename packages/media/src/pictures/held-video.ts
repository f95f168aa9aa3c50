import { SlabPool } from '../access-unit/slab-pool.ts';
import { TICKS_PER_SECOND } from '../clock/picture-clock.ts';
import { fileHead } from '../fragment/file-head.ts';
import { LivePictures } from '../live/live-pictures.ts';
import { openReading } from '../live/open-reading.ts';
import { packetEnd } from '../rtp/packet-bytes.ts';
import { isVideo, type VideoTrack } from '../rtp/sdp.ts';
import type { PacketConsumer } from '../stream/packet-consumer.ts';
import { ArrivalLine } from './arrival-line.ts';
import { type DecodingEnd, decodePictures } from './decode-pictures.ts';
import type { FullPicture } from './full-picture.ts';
import { fragmentInputArgs, type PicturePlan } from './picture-args.ts';

export interface HeldPicture extends FullPicture {
  /** Arrival of the picture by our clock, however late it was decoded. */
  capturedMs: number;
}

export interface HeldDecoding {
  /** Starting with the last keyframe before the start. Decoding waits while the next picture is not requested. */
  pictures: AsyncIterable<HeldPicture>;
  /** Resolves with the reason when it has ended. */
  end: Promise<DecodingEnd | { kind: 'cannot-keep-up' } | { kind: 'source-ended' }>;
  stop(): void;
}

export interface HeldDecodingPlan extends Omit<PicturePlan, 'take'> {
  ffmpegPath: string;
  env: NodeJS.ProcessEnv;
  fps: number;
}

/** A stream whose packets since the last keyframe are kept in memory, undecoded, until they are needed. */
export interface HeldVideo {
  decode(plan: HeldDecodingPlan): HeldDecoding;
  ended: Promise<void>;
  close(): void;
}

const TICKS_PER_MS = TICKS_PER_SECOND / 1000;
/** Limit for encoded video that a decoder has not read: some seconds of a large stream. */
const MAX_UNREAD_BYTES = 32 << 20;

/** Throws a `SourceError` if the stream is not available. */
export async function openHeldVideo({ url, signal }: { url: string; signal: AbortSignal }): Promise<HeldVideo> {
  const { live, ended, close } = await openReading({ url, signal });
  const channel = live.tracks.findIndex(isVideo) * 2;
  const video = live.tracks.find(isVideo);
  if (video === undefined) throw new TypeError('a stream of the restream has video');
  const pool = new SlabPool();

  const decode = ({ ffmpegPath, env, fps, ...plan }: HeldDecodingPlan): HeldDecoding => {
    const line = new ArrivalLine();
    let early: 'cannot-keep-up' | 'source-ended' | undefined;
    const decoding = decodePictures({
      ...plan,
      ffmpegPath,
      env,
      take: { fps },
      inputArgs: fragmentInputArgs(plan.threads),
    });
    const finish = (reason: 'cannot-keep-up' | 'source-ended') => {
      early ??= reason;
      live.leave(consumer);
      decoding.stdin.end();
      if (reason === 'cannot-keep-up') decoding.stop();
    };
    const write = (bytes: Buffer) => {
      if (decoding.stdin.writableEnded || decoding.stdin.destroyed) return;
      decoding.stdin.write(bytes);
      if (decoding.stdin.writableLength > MAX_UNREAD_BYTES) finish('cannot-keep-up');
    };
    const pictures = timedFragments({ track: video, pool, line, write, onOtherSetup: () => finish('source-ended') });
    const consumer: PacketConsumer = {
      take: (packets) => {
        for (let at = 0; at < packets.length; at = packetEnd(packets, at))
          if (packets[at + 1] === channel)
            pictures.packet(packets.subarray(at, packetEnd(packets, at)), performance.now());
        return true;
      },
      sourceEnded: () => finish('source-ended'),
    };
    live.join(consumer).begin();
    const stop = () => {
      live.leave(consumer);
      decoding.stop();
    };
    const end = decoding.end.then((how) => {
      live.leave(consumer);
      return early === undefined ? how : { kind: early };
    });
    return { pictures: withTimes(decoding.pictures, line), end, stop };
  };

  return { decode, ended, close };
}

/** The pictures as a growing file whose timestamps are the camera's, so that each is found again after decoding. */
function timedFragments({
  track,
  pool,
  line,
  write,
  onOtherSetup,
}: {
  track: VideoTrack;
  pool: SlabPool;
  line: ArrivalLine;
  write: (bytes: Buffer) => void;
  /** A file has one setup: pictures with another one need a new decoder. */
  onOtherSetup: () => void;
}): Pick<LivePictures, 'packet'> {
  let sequence = 0;
  let hasSetup = false;
  const pictures: LivePictures = new LivePictures({
    track,
    pool,
    nextSequence: () => {
      sequence += 1;
      return sequence;
    },
    on: {
      setup: (setup) => {
        if (hasSetup) return onOtherSetup();
        hasSetup = true;
        write(fileHead({ setup }));
      },
      picture: ({ bytes, shownTicks, arrivedMs }) => {
        line.note((shownTicks - (pictures.startTicks ?? 0)) / TICKS_PER_MS, arrivedMs);
        write(bytes);
      },
    },
  });
  return pictures;
}

async function* withTimes(pictures: AsyncIterable<FullPicture>, line: ArrivalLine): AsyncGenerator<HeldPicture> {
  for await (const picture of pictures) {
    const arrivedMs = line.arrivedMs(picture.timestampMs) ?? performance.now();
    // By the clock as it is set now: it may have been set since this process started.
    yield { ...picture, capturedMs: Date.now() - (performance.now() - arrivedMs) };
  }
}
