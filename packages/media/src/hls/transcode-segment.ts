import { type Reason, reasonCode } from '@holdfast/domain';
import { runTool, type ToolResult } from '../ffmpeg/run-tool.ts';

export type Transcoding = { kind: 'ok'; mp4: Buffer } | { kind: 'failed'; reason: Reason };

/**
 * Transcodes a recorded file to H.264 with the same structure and timestamps. The signal aborts when the result is no
 * longer needed.
 */
export type SegmentTranscoder = (segment: { path: string; signal: AbortSignal }) => Promise<Transcoding>;

const MAX_BYTES = 64 << 20;
// Clients that need this are on small devices, and four times the pixels would cost four times the CPU.
const WIDEST_PX = 1920;
// Each segment has its own encoder, but all must share one initialization segment: ticks that do not depend on the
// frame rate, and one keyframe. Without this the muxer would move the first picture to zero.
const SAME_TIMES = ['-fps_mode', 'passthrough', '-enc_time_base', '1:90000', '-video_track_timescale', '90000'];
const MP4 = ['-f', 'mp4', '-movflags', '+frag_keyframe+empty_moov+default_base_moof+frag_discont'];

export const createSegmentTranscoder =
  ({ ffmpegPath, timeoutMs = 60_000 }: { ffmpegPath: string; timeoutMs?: number }): SegmentTranscoder =>
  async ({ path, signal }) => {
    const result = await runTool({
      program: ffmpegPath,
      args: [
        ...[
          '-hide_banner',
          '-loglevel',
          'error',
          '-threads',
          '2',
          '-protocol_whitelist',
          'file',
          '-copyts',
          '-i',
          path,
        ],
        ...['-map', '0:v:0', '-map', '0:a:0?', '-vf', `scale=w=min(iw\\,${WIDEST_PX}):h=-2`],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-threads', '2', '-crf', '24'],
        ...['-g', '1000', '-pix_fmt', 'yuv420p', ...SAME_TIMES, '-c:a', 'copy', '-avoid_negative_ts', 'disabled'],
        ...[...MP4, 'pipe:1'],
      ],
      input: '',
      timeoutMs,
      maxOutputBytes: MAX_BYTES,
      signal,
      lowPriority: true,
    });
    return result.kind === 'done'
      ? { kind: 'ok', mp4: result.stdout }
      : { kind: 'failed', reason: reasons[result.kind] };
  };

const reasons: Record<Exclude<ToolResult['kind'], 'done'>, Reason> = {
  missing: reasonCode('ffmpeg-not-found'),
  timeout: reasonCode('conversion-too-slow'),
  aborted: reasonCode('viewer-left'),
  failed: reasonCode('conversion-failed'),
};
