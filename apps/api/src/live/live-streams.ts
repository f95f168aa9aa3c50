import type { StreamName } from '@holdfast/domain';
import type { LiveFeed, LiveFragment, LiveInit, Reading } from '@holdfast/media';
import { closeCodes } from '../http/socket-close-codes.ts';
import { createViewerBudget, type ViewerBudget } from './viewer-budget.ts';

/** The connection to a viewer. */
export interface Viewer {
  send(data: Buffer | string): void;
  /** Sent bytes that have not left this machine yet. */
  bufferedBytes(): number;
  close(code: number, reason: string): void;
}

/** The streams in use: one for each form of a stream, by its key. */
export type LiveSource = {
  key: string;
  cameraId: string;
  stream: StreamName;
  /** The camera sends sound that can be played. */
  hasSound: boolean;
  /** The sound is sent too, only to viewers who listen. */
  sendsSound: boolean;
} & (
  | { kind: 'copy'; reading: Reading }
  /** Transcoded to H.264 for a client that cannot play the codec of the camera. */
  | { kind: 'transcode'; url: string }
);

export type StartFeed = (
  source: LiveSource,
  on: { init: (init: LiveInit) => void; fragment: (fragment: LiveFragment) => void; end: () => void },
) => LiveFeed;

const MAX_GOP_BYTES = 16 * 1024 * 1024;
const LINGER_MS = 10_000;
// Each uses a good part of a core, regardless of its priority.
const MAX_ENCODERS = 8;

interface Stream {
  source: LiveSource;
  viewers: Map<Viewer, ViewerBudget>;
  feed: LiveFeed;
  init: LiveInit | undefined;
  /** Since the last keyframe, so that late viewers start with a picture at once. */
  gop: Buffer[];
  gopBytes: number;
  unwatched: NodeJS.Timeout | undefined;
}

export interface LiveStreams {
  /** Returns a function that leaves. */
  join(source: LiveSource, viewer: Viewer): () => void;
  close(): void;
}

/** One feed for each form of a stream, however many watch; started by the first viewer, stopped a little after the last. */
export function createLiveStreams(startFeed: StartFeed): LiveStreams {
  const streams = new Map<string, Stream>();

  const encoders = () => [...streams.values()].filter(({ source }) => source.kind === 'transcode').length;

  const open = (source: LiveSource): Stream => {
    const stream: Stream = {
      source,
      viewers: new Map(),
      init: undefined,
      gop: [],
      gopBytes: 0,
      unwatched: undefined,
      feed: startFeed(source, {
        init: (init) => {
          stream.init = init;
          for (const viewer of stream.viewers.keys()) sendInit(viewer, init, source);
        },
        fragment: (fragment) => pass(stream, fragment),
        end: () => end(source.key, stream),
      }),
    };
    streams.set(source.key, stream);
    return stream;
  };

  const end = (key: string, stream: Stream) => {
    clearTimeout(stream.unwatched);
    if (streams.get(key) === stream) streams.delete(key);
    for (const viewer of stream.viewers.keys()) viewer.close(closeCodes.restart, 'the stream ended, connect again');
    stream.viewers.clear();
  };

  return {
    join(source, viewer) {
      if (!streams.has(source.key) && source.kind === 'transcode' && encoders() >= MAX_ENCODERS) {
        viewer.close(closeCodes.tooMany, 'too many pictures are being transcoded already');
        return () => undefined;
      }
      const stream = streams.get(source.key) ?? open(source);
      clearTimeout(stream.unwatched);
      stream.viewers.set(viewer, createViewerBudget(stream.init ? stream.gopBytes : 0));
      if (stream.init) {
        sendInit(viewer, stream.init, source);
        for (const bytes of stream.gop) viewer.send(bytes);
      }
      return () => {
        stream.viewers.delete(viewer);
        if (stream.viewers.size > 0) return;
        clearTimeout(stream.unwatched);
        stream.unwatched = setTimeout(() => stream.feed.stop(), LINGER_MS).unref();
      };
    },
    close() {
      for (const stream of [...streams.values()]) stream.feed.stop();
    },
  };
}

function sendInit(viewer: Viewer, { bytes, mimeType }: LiveInit, { hasSound }: LiveSource): void {
  viewer.send(JSON.stringify({ mime_type: mimeType, has_sound: hasSound }));
  viewer.send(bytes);
}

function pass(stream: Stream, { bytes, startsWithKeyframe }: LiveFragment): void {
  if (startsWithKeyframe) {
    stream.gop = [];
    stream.gopBytes = 0;
  }
  // Without a keyframe the rest is useless to late viewers, who wait for the next one instead.
  const whole = startsWithKeyframe || stream.gop.length > 0;
  if (whole && stream.gopBytes + bytes.length <= MAX_GOP_BYTES) {
    stream.gop.push(bytes);
    stream.gopBytes += bytes.length;
  } else {
    stream.gop = [];
    stream.gopBytes = 0;
  }
  for (const [viewer, keepsUp] of stream.viewers) {
    if (keepsUp(viewer.bufferedBytes())) {
      viewer.send(bytes);
      continue;
    }
    stream.viewers.delete(viewer);
    viewer.close(closeCodes.tooSlow, 'too slow for this stream');
  }
}
