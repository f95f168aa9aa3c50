import { randomBytes } from 'node:crypto';
import { streamKey } from '@holdfast/domain';
import { chooseTracks, type MediaTrack, parseSdp } from '../rtp/sdp.ts';
import { headerOf, type RtspRequest } from './rtsp-message.ts';
import type { RtspReply } from './rtsp-reply.ts';
import type { PublishedStream, StreamDirectory } from './stream-directory.ts';
import type { RequestTarget } from './stream-path.ts';
import { parseTcpTransport } from './transport-header.ts';

/** A publisher on one connection: announce, set up, record. Its packets are handled like a camera's. */
export class PublishingSession {
  readonly #directory: StreamDirectory;
  readonly #id = randomBytes(8).toString('hex');
  readonly #channels: ({ track: number; reports: boolean } | undefined)[] = [];
  #announced: { target: RequestTarget; described: MediaTrack[]; carried: MediaTrack[] } | undefined;
  #published: PublishedStream | undefined;

  constructor(directory: StreamDirectory) {
    this.#directory = directory;
  }

  get announced(): boolean {
    return this.#announced !== undefined;
  }

  get recording(): boolean {
    return this.#published !== undefined;
  }

  /** Its packets are no longer accepted; it has to publish again. */
  get isOver(): boolean {
    return this.#published?.isOver() ?? false;
  }

  announce(request: RtspRequest, target: RequestTarget): RtspReply {
    if (this.#published) return { status: 455 };
    const description = parseSdp(request.body.toString('utf8'));
    // Track numbers are the publisher's, so a description with unsupported media would shift them.
    if (description === undefined || description.tracks.length !== description.described) return { status: 415 };
    const carried = chooseTracks(description.tracks);
    if (carried.length === 0) return { status: 415 };
    this.#announced = { target, described: description.tracks, carried };
    return { status: 200 };
  }

  setUp(request: RtspRequest, target: RequestTarget): RtspReply {
    const announced = this.#announced;
    if (announced === undefined || this.#published || streamKey(announced.target) !== streamKey(target))
      return { status: 455 };
    const transport = parseTcpTransport(headerOf(request, 'transport') ?? '');
    if (transport === undefined) return { status: 461 };
    const described = announced.described[target.track ?? 0];
    if (described === undefined) return { status: 404 };
    const channel = transport.channel ?? (target.track ?? 0) * 2;
    const track = announced.carried.indexOf(described);
    if (track >= 0) {
      this.#channels[channel] = { track, reports: false };
      this.#channels[channel + 1] = { track, reports: true };
    }
    return {
      status: 200,
      headers: [
        ['Transport', `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1};mode=record`],
        ['Session', `${this.#id};timeout=60`],
      ],
    };
  }

  record(request: RtspRequest): RtspReply {
    if (headerOf(request, 'session')?.split(';', 1)[0] !== this.#id) return { status: 454 };
    if (this.#announced === undefined || this.#published) return { status: 455 };
    this.#published = this.#directory.publish(this.#announced.target, this.#announced.carried);
    return this.#published ? { status: 200, headers: [['Session', this.#id]] } : { status: 404 };
  }

  frame(framed: Buffer): void {
    const use = this.#channels[framed[1] ?? 0];
    if (use === undefined) return;
    if (use.reports) this.#published?.sink.report(use.track, framed);
    else this.#published?.sink.packet(use.track, framed);
  }

  chunkEnd(): void {
    this.#published?.sink.batchEnd();
  }

  close(): void {
    this.#published?.end();
    this.#published = undefined;
  }
}
