import type { MediaTrack } from '../rtp/sdp.ts';
import type { LiveStream } from '../stream/live-stream.ts';
import type { PacketSink } from '../stream/packet-taker.ts';
import type { StreamPath } from './stream-path.ts';

/** A reader's hold on a stream: an on-demand source runs for as long as one is held. */
export type OpenedStream =
  | { kind: 'open'; live: LiveStream; release: () => void }
  | { kind: 'unknown' }
  | { kind: 'unavailable' };

export interface PublishedRun {
  sink: PacketSink;
  /** Nothing more is taken: it sends another codec than it announced, or another publisher has come. */
  isOver: () => boolean;
  end: () => void;
}

/** What the RTSP server needs to know of the sources behind it. */
export interface StreamDirectory {
  openStream(path: StreamPath, signal: AbortSignal): Promise<OpenedStream>;
  /** Undefined when the path takes no publisher, or has one already. */
  publish(path: StreamPath, tracks: readonly MediaTrack[]): PublishedRun | undefined;
}
