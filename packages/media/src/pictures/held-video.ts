import { openReading } from '../live/open-reading.ts';
import { AnnexBWriter } from '../rtp/annex-b.ts';
import { isVideo } from '../rtp/sdp.ts';
import type { PacketTaker } from '../stream/packet-taker.ts';
import { type DecodingEnd, decodePictures } from './decode-pictures.ts';
import type { FullPicture } from './full-picture.ts';
import { bareVideoInputArgs, type PicturePlan } from './picture-args.ts';
import { PictureClock } from './picture-clock.ts';

export interface HeldPicture extends FullPicture {
  /** Capture time by our clock. */
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

const USUAL_FPS = 25;
/** The frame rate that ffmpeg assumes for raw video. */
const DECODER_FPS = 25;
/** Limit for encoded video that a decoder has not read: some seconds of a large stream. */
const MAX_UNREAD_BYTES = 32 << 20;

/** Throws a `SourceError` if the stream is not available. */
export async function openHeldVideo({ url, signal }: { url: string; signal: AbortSignal }): Promise<HeldVideo> {
  const { live, ended, close } = await openReading({ url, signal });
  const track = live.tracks.findIndex(isVideo);
  const video = live.tracks.find(isVideo);
  if (video === undefined) throw new TypeError('a stream of the restream has video');
  const nowMs = () => performance.timeOrigin + performance.now();

  const decode = ({ ffmpegPath, env, fps, ...plan }: HeldDecodingPlan): HeldDecoding => {
    const clock = new PictureClock(video.clockRate);
    const writer = new AnnexBWriter({
      codec: video.codec,
      channel: track * 2,
      onPicture: (rtpTime) => clock.note(rtpTime, nowMs()),
    });
    let early: 'cannot-keep-up' | 'source-ended' | undefined;
    let pending: Buffer[] = [];
    let write = (bytes: Buffer) => void pending.push(bytes);
    const taker: PacketTaker = {
      take: (packets) => {
        write(writer.write(packets));
        return true;
      },
      sourceEnded: () => finish('source-ended'),
    };
    // The cached group arrives at once, and with it the camera's frame rate.
    live.join(taker).begin();
    const every = Math.max(1, Math.round((clock.fps ?? USUAL_FPS) / fps));
    const decoding = decodePictures({
      ...plan,
      ffmpegPath,
      env,
      take: { every },
      inputArgs: bareVideoInputArgs(video.codec, plan.threads),
    });
    const finish = (reason: 'cannot-keep-up' | 'source-ended') => {
      early ??= reason;
      live.leave(taker);
      decoding.stdin.end();
      if (reason === 'cannot-keep-up') decoding.stop();
    };
    write = (bytes) => {
      if (decoding.stdin.writableEnded || decoding.stdin.destroyed) return;
      decoding.stdin.write(bytes);
      if (decoding.stdin.writableLength > MAX_UNREAD_BYTES) finish('cannot-keep-up');
    };
    for (const bytes of pending) write(bytes);
    pending = [];
    const stop = () => {
      live.leave(taker);
      decoding.stop();
    };
    const end = decoding.end.then((how) => {
      live.leave(taker);
      return early === undefined ? how : { kind: early };
    });
    return { pictures: withTimes(decoding.pictures, clock), end, stop };
  };

  return { decode, ended, close };
}

async function* withTimes(pictures: AsyncIterable<FullPicture>, clock: PictureClock): AsyncGenerator<HeldPicture> {
  let firstMs: number | undefined;
  for await (const picture of pictures) {
    firstMs ??= picture.timestampMs;
    const index = Math.round(((picture.timestampMs - firstMs) * DECODER_FPS) / 1000);
    yield { ...picture, capturedMs: clock.capturedMs(index) };
  }
}
