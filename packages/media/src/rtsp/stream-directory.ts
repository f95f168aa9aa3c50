import type { StreamRef } from '@holdfast/domain';
import type { MediaTrack } from '../rtp/sdp.ts';
import type { LiveStream } from '../stream/live-stream.ts';
import type { PacketSink } from '../stream/packet-consumer.ts';

/** A reader's reference to a stream: an on-demand source runs while there is at least one. */
export type OpenedStream =
  | { kind: 'open'; live: LiveStream; release: () => void }
  | { kind: 'unknown' }
  | { kind: 'unavailable' };

export interface PublishedStream {
  sink: PacketSink;
  /** No more packets are accepted: the publisher sends another codec than it announced, or was replaced. */
  isOver: () => boolean;
  end: () => void;
}

/** The interface of the RTSP server to its sources. */
export interface StreamDirectory {
  openStream(path: StreamRef, signal: AbortSignal): Promise<OpenedStream>;
  /** Undefined if the path does not accept a publisher, or has one. */
  publish(path: StreamRef, tracks: readonly MediaTrack[]): PublishedStream | undefined;
}
