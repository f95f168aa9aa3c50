import { childBoxes, needChild } from '../mp4/child-boxes.ts';
import { type InitFacts, parseMoov } from '../mp4/moov.ts';

/** The initialization segment of a live stream. */
export interface LiveInit {
  bytes: Buffer;
  /** For MediaSource: `video/mp4; codecs="..."`. */
  mimeType: string;
  video: { codec: string; widthPx: number; heightPx: number } | undefined;
}

export interface LiveFragment {
  bytes: Buffer;
  /** Sound has its own fragments. */
  hasVideo: boolean;
  startsWithKeyframe: boolean;
}

/** A stream that is being converted to fragments for a player. */
export interface LiveFeed {
  stop(): void;
}

export interface LiveFeedEvents {
  onInit: (init: LiveInit) => void;
  onFragment: (fragment: LiveFragment) => void;
  /** Called once, for any kind of end. */
  onEnd: () => void;
}

export const describeInit = (bytes: Buffer, facts = parseMoov(needChild(childBoxes(bytes), 'moov'))): LiveInit => ({
  bytes,
  mimeType: mimeTypeOf(facts),
  video: facts.tracks.map(({ format }) => format).find((format) => format.kind === 'video'),
});

function mimeTypeOf({ tracks }: InitFacts): string {
  const codecs = tracks.filter(({ format }) => format.kind !== 'other').map(({ format }) => format.codec);
  const kind = tracks.some(({ format }) => format.kind === 'video') ? 'video' : 'audio';
  return `${kind}/mp4; codecs="${codecs.join(', ')}"`;
}
