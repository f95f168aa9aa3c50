import { type Reason, reasonCode } from '@holdfast/domain';
import { createPermits, type OutboundRule } from '@holdfast/kit';
import { MAX_CONCURRENT, type Permits, runOnSource } from './run-on-source.ts';

export interface SourceFacts {
  video: { codec: string; width: number; height: number; fps: number | null } | null;
  audio: { codec: string; sampleRate: number; channels: number } | null;
}

export type ProbeResult =
  | { kind: 'ok'; facts: SourceFacts }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'unreachable'; reason: Reason };

/** Takes an address with its password. The signal aborts when the result is no longer needed. */
export type SourceProber = (url: string, signal?: AbortSignal) => Promise<ProbeResult>;

const ENTRIES = 'stream=codec_type,codec_name,width,height,avg_frame_rate,r_frame_rate,sample_rate,channels';

export const createSourceProber =
  ({
    ffprobePath,
    outbound,
    permits = createPermits(MAX_CONCURRENT),
    timeoutMs = 12_000,
  }: {
    ffprobePath: string;
    outbound: OutboundRule;
    permits?: Permits;
    timeoutMs?: number;
  }): SourceProber =>
  async (url, signal) => {
    const result = await runOnSource({
      url,
      program: ffprobePath,
      argsFor: (input) => ['-hide_banner', '-loglevel', 'error', ...input, '-show_entries', ENTRIES, '-of', 'json'],
      outbound,
      permits,
      timeoutMs,
      maxOutputBytes: 1 << 20,
      signal,
    });
    if (result.kind !== 'done') return result;
    const facts = readProbe(result.stdout.toString('utf8'));
    if (!facts.video && !facts.audio) return { kind: 'unreachable', reason: reasonCode('not-video') };
    return { kind: 'ok', facts };
  };

interface ProbedStream {
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  sample_rate?: string;
  channels?: number;
}

/** The first video and the first audio stream of ffprobe's JSON. */
function readProbe(json: string): SourceFacts {
  const { streams = [] } = JSON.parse(json) as { streams?: ProbedStream[] };
  const video = streams.find((stream) => stream.codec_type === 'video');
  const audio = streams.find((stream) => stream.codec_type === 'audio');
  return {
    video: video
      ? {
          codec: video.codec_name ?? 'unknown',
          width: video.width ?? 0,
          height: video.height ?? 0,
          fps: rateOf(video.avg_frame_rate) ?? rateOf(video.r_frame_rate),
        }
      : null,
    audio: audio
      ? {
          codec: audio.codec_name ?? 'unknown',
          sampleRate: Number(audio.sample_rate ?? 0),
          channels: audio.channels ?? 0,
        }
      : null,
  };
}

function rateOf(fraction: string | undefined): number | null {
  const [over, under] = (fraction ?? '').split('/').map(Number);
  if (!over || !under) return null;
  return Math.round((over / under) * 100) / 100;
}
