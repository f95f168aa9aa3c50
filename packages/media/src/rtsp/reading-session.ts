import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { streamKey } from '@holdfast/domain';
import { trackControl } from '../rtp/sdp.ts';
import type { StartPoint } from '../stream/live-stream.ts';
import { headerOf, type RtspRequest } from './rtsp-message.ts';
import type { RtspReply } from './rtsp-reply.ts';
import type { OpenedStream, StreamDirectory } from './stream-directory.ts';
import { type RequestTarget, streamBase } from './stream-path.ts';
import { StreamReader } from './stream-reader.ts';
import { parseTcpTransport } from './transport-header.ts';

/** A reader waits for the first keyframe anyway, and DESCRIBE is the last chance to announce its actual parameters. */
const confirmationMs = 3_000;

type Opened = Extract<OpenedStream, { kind: 'open' }>;

/** A reader on one connection: describe, set up, play, leave. */
export class ReadingSession {
  readonly #socket: Socket;
  readonly #directory: StreamDirectory;
  readonly #signal: AbortSignal;
  readonly #bufferedBytes: number;
  readonly #tooSlow: (bufferedBytes: number) => void;
  readonly #id = randomBytes(8).toString('hex');
  readonly #channels: (number | undefined)[] = [];
  #opened: (Opened & { key: string; base: string }) | undefined;
  #reader: StreamReader | undefined;
  #describedShapes: readonly string[] | undefined;

  constructor({
    socket,
    directory,
    signal,
    bufferedBytes,
    tooSlow,
  }: {
    socket: Socket;
    directory: StreamDirectory;
    signal: AbortSignal;
    bufferedBytes: number;
    tooSlow: (bufferedBytes: number) => void;
  }) {
    this.#socket = socket;
    this.#directory = directory;
    this.#signal = signal;
    this.#bufferedBytes = bufferedBytes;
    this.#tooSlow = tooSlow;
  }

  get playing(): boolean {
    return this.#reader !== undefined;
  }

  async describe(request: RtspRequest, target: RequestTarget): Promise<RtspReply> {
    const opened = await this.#open(request, target, { mayChange: true });
    if (opened.kind !== 'open') return { status: opened.kind === 'unknown' ? 404 : 503 };
    await Promise.race([opened.live.confirmed, sleep(confirmationMs, undefined, { ref: false })]);
    // The source reconnected meanwhile and may have changed: describe the new stream.
    if (opened.live.ended) return this.describe(request, target);
    this.#describedShapes = opened.live.shapes;
    return {
      status: 200,
      headers: [
        ['Content-Base', streamBase(request.uri)],
        ['Content-Type', 'application/sdp'],
      ],
      body: opened.live.describe(),
    };
  }

  async setUp(request: RtspRequest, target: RequestTarget): Promise<RtspReply> {
    if (this.#reader) return { status: 455 };
    const transport = parseTcpTransport(headerOf(request, 'transport') ?? '');
    if (transport === undefined) return { status: 461 };
    const opened = await this.#open(request, target, { mayChange: false });
    if (opened.kind !== 'open') return { status: opened.kind === 'unknown' ? 404 : 503 };
    const track = target.track ?? 0;
    if (opened.live.tracks[track] === undefined) return { status: 404 };
    const channel = transport.channel ?? track * 2;
    const taken = this.#channels.some(
      (used, ours) => used !== undefined && ours >> 1 !== track && used >> 1 === channel >> 1,
    );
    if (taken) return { status: 461 };
    this.#channels[track * 2] = channel;
    this.#channels[track * 2 + 1] = channel + 1;
    return {
      status: 200,
      headers: [
        ['Transport', `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`],
        ['Session', `${this.#id};timeout=60`],
      ],
    };
  }

  /** The reply has to be sent before the packets: call `begin` after it in the same turn. */
  play(request: RtspRequest): { reply: RtspReply; begin?: () => void } {
    const opened = this.#opened;
    if (headerOf(request, 'session')?.split(';', 1)[0] !== this.#id) return { reply: { status: 454 } };
    if (opened === undefined || this.#channels.length === 0) return { reply: { status: 455 } };
    if (opened.live.ended) return { reply: { status: 503 } };
    // Some readers repeat PLAY as a keep-alive.
    if (this.#reader) return { reply: { status: 200, headers: [['Session', this.#id]] } };
    // The camera has changed since it was described: a reader that describes it again gets the new parameters.
    if (this.#describedShapes && !opened.live.fits(this.#describedShapes)) return { reply: { status: 503 } };
    const { tracks } = opened.live;
    const reader = new StreamReader({
      socket: this.#socket,
      channels: tracks.flatMap((_track, index) => [this.#channels[index * 2], this.#channels[index * 2 + 1]]),
      bufferedBytes: this.#bufferedBytes,
      tooSlow: this.#tooSlow,
    });
    this.#reader = reader;
    const { startPoints, begin } = opened.live.join(reader, this.#describedShapes);
    const named = startPoints.filter(({ track }) => this.#channels[track * 2] !== undefined);
    const info = rtpInfo(named, opened.base);
    const reply: RtspReply = {
      status: 200,
      headers: [['Session', this.#id], ['Range', 'npt=now-'], ...(info === '' ? [] : ([['RTP-Info', info]] as const))],
    };
    return { reply, begin };
  }

  async #open(
    request: RtspRequest,
    target: RequestTarget,
    { mayChange }: { mayChange: boolean },
  ): Promise<OpenedStream> {
    if (this.#signal.aborted) return { kind: 'unavailable' };
    const key = streamKey(target);
    const current = this.#opened;
    if (current && current.key === key && !current.live.ended) return current;
    // A second stream, or a new connection of the source, must not be mixed into tracks that are set up. A new
    // connection of the described stream may have another codec.
    if (current && this.#channels.length > 0) return { kind: 'unavailable' };
    if (current?.key === key && this.#describedShapes !== undefined && !mayChange) return { kind: 'unavailable' };
    this.#describedShapes = undefined;
    current?.release();
    this.#opened = undefined;
    const opened = await this.#directory.openStream(target, this.#signal);
    if (opened.kind !== 'open') return opened;
    if (this.#signal.aborted) {
      opened.release();
      return { kind: 'unavailable' };
    }
    this.#opened = { ...opened, key, base: streamBase(request.uri) };
    return opened;
  }

  close(): void {
    if (this.#opened && this.#reader) this.#opened.live.leave(this.#reader);
    this.#opened?.release();
    this.#opened = undefined;
  }
}

const rtpInfo = (points: readonly StartPoint[], base: string): string =>
  points
    .map(({ track, sequence, rtpTime }) => `url=${base}${trackControl(track)};seq=${sequence};rtptime=${rtpTime}`)
    .join(',');
