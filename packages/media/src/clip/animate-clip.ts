import { runTool } from '../ffmpeg/run-tool.ts';

export const animationKinds = ['gif', 'webp'] as const;
export type AnimationKind = (typeof animationKinds)[number];

export interface AnimationOrder {
  kind: AnimationKind;
  /** One of our own previews. */
  input: string;
  output: string;
  signal: AbortSignal;
}

export type Animation = { kind: 'written' } | { kind: 'failed'; reason: string };

/** Throws when its signal aborts. */
export type ClipAnimator = (order: AnimationOrder) => Promise<Animation>;

const WIDTH = 320;
const PICTURES_PER_SECOND = 5;
/** The limit for a clip of thirty seconds: messaging services refuse larger files. */
const MAX_BYTES = 8 * 1024 * 1024;

const MOTION = `fps=${PICTURES_PER_SECOND},scale=w=min(iw\\,${WIDTH}):h=-2:flags=area`;
// One palette for all pictures, from what changes: a palette for each would flicker and be larger.
const PALETTE = [
  `[0:v]${MOTION},split[one][other]`,
  '[one]palettegen=max_colors=96:stats_mode=diff[palette]',
  '[other][palette]paletteuse=dither=bayer:bayer_scale=5:diff_mode=rectangle',
].join(';');
const ENCODING: Record<AnimationKind, readonly string[]> = {
  gif: ['-filter_complex', PALETTE],
  webp: ['-vf', MOTION, '-c:v', 'libwebp', '-quality', '50', '-compression_level', '4'],
};

/** A clip as a small animated picture for messages, without sound, that repeats for ever. */
export const createClipAnimator =
  ({ ffmpegPath, timeoutMs = 120_000 }: { ffmpegPath: string; timeoutMs?: number }): ClipAnimator =>
  async ({ kind, input, output, signal }) => {
    const result = await runTool({
      program: ffmpegPath,
      args: [
        ...['-hide_banner', '-loglevel', 'error', '-nostats', '-y', '-protocol_whitelist', 'file'],
        ...['-f', 'mp4', '-i', input, ...ENCODING[kind], '-an', '-loop', '0'],
        ...['-fs', String(MAX_BYTES), '-f', kind, output],
      ],
      input: '',
      timeoutMs,
      maxOutputBytes: 1024,
      signal,
      lowPriority: true,
    });
    signal.throwIfAborted();
    if (result.kind === 'done') return { kind: 'written' };
    return { kind: 'failed', reason: result.kind === 'failed' ? result.stderr : result.kind };
  };
