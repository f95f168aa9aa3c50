import type { Socket } from 'node:net';
import { recheckAccess } from '@holdfast/kit';
import { InterleavedReader } from './interleaved-reader.ts';
import { isOwnProcess } from './own-process.ts';
import { PublishingSession } from './publishing-session.ts';
import { type Authorize, ReaderGate, type StreamPurpose } from './reader-gate.ts';
import { ReadingSession } from './reading-session.ts';
import { rtspLimits } from './rtsp-limits.ts';
import { headerOf, type RtspMessage, type RtspRequest, sequenceOf } from './rtsp-message.ts';
import { formatReply, type RtspReply } from './rtsp-reply.ts';
import type { StreamDirectory } from './stream-directory.ts';
import { parseRequestTarget, type RequestTarget } from './stream-path.ts';

const methods = 'OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN, GET_PARAMETER, SET_PARAMETER, ANNOUNCE, RECORD';

export interface ServerConnectionOptions {
  socket: Socket;
  directory: StreamDirectory;
  authorize: Authorize;
  /** Called once it has signed in. */
  admitted: () => void;
  /** A connection that neither plays nor publishes by then is closed. */
  handshakeMs: number;
  bufferedBytes: number;
  tooSlow: (bufferedBytes: number) => void;
}

/** Serves one client of the RTSP server until either side disconnects. */
export function serveConnection(options: ServerConnectionOptions): void {
  new ServerConnection(options).listen();
}

class ServerConnection {
  readonly #socket: Socket;
  readonly #handshakeMs: number;
  readonly #gate: ReaderGate;
  readonly #signedIn: () => void;
  readonly #reading: ReadingSession;
  readonly #publishing: PublishingSession;
  readonly #dropSlow: (bufferedBytes: number) => void;
  readonly #gone = new AbortController();
  readonly #queue: RtspRequest[] = [];
  #answering = false;
  #failedLogins = 0;

  constructor({
    socket,
    directory,
    authorize,
    admitted,
    handshakeMs,
    bufferedBytes,
    tooSlow,
  }: ServerConnectionOptions) {
    this.#socket = socket;
    this.#handshakeMs = handshakeMs;
    this.#signedIn = admitted;
    this.#gate = new ReaderGate(authorize, { isOwnProcess: () => isOwnProcess(socket) });
    this.#dropSlow = (buffered) => {
      tooSlow(buffered);
      socket.destroy();
    };
    const signal = this.#gone.signal;
    this.#reading = new ReadingSession({ socket, directory, signal, bufferedBytes, tooSlow: this.#dropSlow });
    this.#publishing = new PublishingSession(directory);
  }

  listen(): void {
    const socket = this.#socket;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, 30_000);
    const handshake = setTimeout(() => {
      if (!this.#reading.playing && !this.#publishing.recording) socket.destroy();
    }, this.#handshakeMs);
    const stopChecking = recheckAccess({ mayWatch: () => this.#gate.stillAllowed(), lost: () => socket.destroy() });
    const reader = new InterleavedReader({
      frame: (framed) => this.#publishing.frame(framed),
      message: (message) => this.#message(message),
    });
    socket.on('data', (chunk: Buffer) => {
      const fault = reader.push(chunk);
      this.#publishing.chunkEnd();
      if (fault || this.#publishing.isOver) socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    // A half-closed client sends no more requests, so nothing is left to reply to.
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearTimeout(handshake);
      stopChecking();
      this.#gone.abort();
      this.#reading.close();
      this.#publishing.close();
    });
  }

  #message(message: RtspMessage): void {
    if (message.kind === 'response') return;
    if (this.#queue.length >= rtspLimits.queuedRequests) {
      this.#socket.destroy();
      return;
    }
    this.#queue.push(message);
    if (!this.#answering) void this.#answerAll();
  }

  /** One request at a time, in order: a reply may have to wait for a camera or for the authorization. */
  async #answerAll(): Promise<void> {
    this.#answering = true;
    try {
      for (let request = this.#queue.shift(); request !== undefined; request = this.#queue.shift())
        await this.#answer(request);
    } catch {
      // Fail closed: an unexpected error ends the connection, never the server.
      this.#socket.destroy();
    } finally {
      this.#answering = false;
    }
  }

  async #answer(request: RtspRequest): Promise<void> {
    const sequence = sequenceOf(request);
    if (sequence === undefined) return this.#send({ status: 400 }, '0');
    const { reply, begin } = await this.#replyTo(request);
    if (this.#socket.destroyed) return;
    this.#send(reply, sequence);
    begin?.();
    if (request.method === 'TEARDOWN' || this.#failedLogins >= rtspLimits.failedLogins) this.#socket.end();
  }

  #send(reply: RtspReply, sequence: string): void {
    if (this.#socket.destroyed) return;
    const text = formatReply(reply, sequence);
    // Media has its own limit, which a playing reader may use up; replies are on top of it.
    const mediaBytes = this.#reading.playing ? rtspLimits.readerBufferedBytes : 0;
    const queuedBytes = this.#socket.writableLength + Buffer.byteLength(text);
    if (queuedBytes <= mediaBytes + rtspLimits.queuedBytes) this.#socket.write(text);
    else this.#dropSlow(queuedBytes);
  }

  async #replyTo(request: RtspRequest): Promise<{ reply: RtspReply; begin?: () => void }> {
    const required = headerOf(request, 'require');
    if (required !== undefined) return { reply: { status: 551, headers: [['Unsupported', required]] } };
    switch (request.method) {
      case 'OPTIONS':
        return { reply: { status: 200, headers: [['Public', methods]] } };
      case 'GET_PARAMETER':
      case 'SET_PARAMETER':
      case 'TEARDOWN':
        return { reply: { status: 200, headers: sessionEcho(request) } };
      case 'DESCRIBE':
        return this.#admitted(request, 'read', async (target) => ({
          reply: await this.#reading.describe(request, target),
        }));
      case 'SETUP':
        if (this.#publishing.announced)
          return this.#admitted(request, 'publish', async (target) => ({
            reply: this.#publishing.setUp(request, target),
          }));
        return this.#admitted(request, 'read', async (target) => ({
          reply: await this.#reading.setUp(request, target),
        }));
      case 'PLAY':
        return this.#admitted(request, 'read', async () => this.#reading.play(request));
      case 'ANNOUNCE':
        return this.#admitted(request, 'publish', async (target) => ({
          reply: this.#publishing.announce(request, target),
        }));
      case 'RECORD':
        return this.#admitted(request, 'publish', async () => ({ reply: this.#publishing.record(request) }));
      case 'PAUSE':
        return { reply: { status: 405, headers: [['Allow', methods]] } };
      default:
        return { reply: { status: 501, headers: [['Allow', methods]] } };
    }
  }

  /** Authorization comes first, so that unauthenticated clients cannot find out which cameras exist. */
  async #admitted(
    request: RtspRequest,
    purpose: StreamPurpose,
    answer: (target: RequestTarget) => Promise<{ reply: RtspReply; begin?: () => void }>,
  ): Promise<{ reply: RtspReply; begin?: () => void }> {
    const target = parseRequestTarget(request.uri);
    if (target === undefined) return { reply: { status: 404 } };
    const gate = await this.#gate.admit(request, target, purpose);
    if (gate.kind === 'open') {
      this.#signedIn();
      return answer(target);
    }
    if (gate.failed) this.#failedLogins += 1;
    return {
      reply: { status: 401, headers: gate.challenges.map((challenge) => ['WWW-Authenticate', challenge] as const) },
    };
  }
}

const sessionEcho = (request: RtspRequest): readonly (readonly [string, string])[] => {
  const session = headerOf(request, 'session')?.split(';', 1)[0];
  return session === undefined ? [] : [['Session', session]];
};
