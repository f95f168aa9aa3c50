import { type ExplainedGap, type FileStretch, type Interval, LAPSE_RATE, type StreamName } from '@holdfast/domain';
import { VERSION } from '../system/version.ts';
import type { SigningKey } from './signing-key.ts';

export interface ManifestFile {
  name: string;
  stream: StreamName;
  bytes: number;
  sha256: string;
  stretches: readonly FileStretch[];
}

export interface ManifestCamera {
  id: string;
  name: string;
  files: readonly ManifestFile[];
  gaps: readonly ExplainedGap[];
  /** When its video was converted before it was recorded. */
  reencoded: readonly Interval[];
}

export interface ManifestFacts {
  exportId: string;
  createdAt: Date;
  timeZone: string;
  start: Date;
  end: Date;
  burnClock: boolean;
  audio: boolean;
  speed: number | null;
  cameras: readonly ManifestCamera[];
}

const iso = (ms: number) => new Date(ms).toISOString();

function picturesOf({ burnClock, speed }: ManifestFacts): string {
  if (speed !== null) return burnClock ? 'a re-encoded time-lapse with a clock' : 'a re-encoded time-lapse';
  return burnClock ? 're-encoded with a clock' : 'as recorded';
}

const manifestOf = (facts: ManifestFacts) => ({
  format: 'holdfast-export-1',
  product: { name: 'Holdfast', version: VERSION },
  export_id: facts.exportId,
  created_at: facts.createdAt.toISOString(),
  time_zone: facts.timeZone,
  start: facts.start.toISOString(),
  end: facts.end.toISOString(),
  /** A burnt-in clock requires re-encoding; without it every picture is as the camera sent it. */
  pictures: picturesOf(facts),
  /** Seconds of footage in each second of the file, which shows keyframes; the `offset_ms` of `runs` is in the time of the file. */
  ...(facts.speed !== null && { time_lapse: { speed: facts.speed, frames_per_second: LAPSE_RATE } }),
  audio: facts.audio,
  cameras: facts.cameras.map(({ id, name, files, gaps, reencoded }) => ({
    id,
    name,
    files: files.map((file) => ({
      name: file.name,
      bytes: file.bytes,
      sha256: file.sha256,
      stream: file.stream,
      runs: file.stretches.map(({ startMs, endMs, mediaOffsetMs }) => ({
        start: iso(startMs),
        end: iso(endMs),
        offset_ms: Math.round(mediaOffsetMs),
      })),
    })),
    gaps: gaps.map(({ startMs, endMs, reason }) => ({ start: iso(startMs), end: iso(endMs), reason })),
    /** Here the pictures are not what the camera sent: they were re-encoded before they were recorded. */
    reencoded: reencoded.map(({ startMs, endMs }) => ({ start: iso(startMs), end: iso(endMs) })),
  })),
});

/**
 * The signature covers the manifest as JSON without whitespace; the file is indented. Parsing and serializing it again gives
 * the same text.
 */
export function signManifest(facts: ManifestFacts, key: SigningKey): string {
  const manifest = manifestOf(facts);
  const signature = key.sign(JSON.stringify(manifest));
  return `${JSON.stringify({ manifest, algorithm: 'Ed25519', public_key: key.publicKey, signature }, null, 2)}\n`;
}
