import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { type Reason, reasonCode } from '@holdfast/domain';
import type { CameraConnection } from './camera-connection.ts';
import { answerChallenge, type Challenge, type Credentials, chooseChallenge, parseChallenges } from './digest-auth.ts';
import { type InterleavedFault, InterleavedReader } from './interleaved-reader.ts';
import { rtspLimits } from './rtsp-limits.ts';
import {
  formatRtsp,
  headerOf,
  type RtspMessage,
  type RtspRequest,
  type RtspResponse,
  sequenceOf,
} from './rtsp-message.ts';
import { offline, refused, rejected, type SourceError } from './source-state.ts';

export interface RtspQuestion {
  method: string;
  uri: string;
  headers?: readonly (readonly [name: string, value: string])[];
  /** Tolerate a missing answer: some cameras keep streaming but never answer a keep-alive. */
  mayGoUnanswered?: boolean;
}

const faultReasons: Record<InterleavedFault, Reason> = {
  'not-rtsp': reasonCode('camera-sends-invalid-replies'),
  'head-too-long': reasonCode('camera-sends-invalid-replies'),
  'bad-head': reasonCode('camera-sends-invalid-replies'),
  'bad-body-length': reasonCode('camera-sends-invalid-replies'),
  'too-many-messages': reasonCode('camera-sends-too-much'),
  'too-much-media': reasonCode('camera-sends-too-much'),
};

/** The client side of an RTSP connection: numbered requests, authentication, and the interleaved packets. */
export class RtspRequester {
  /** Resolves with the reason when the connection has ended; never rejects. */
  readonly closed: Promise<SourceError>;
  readonly #socket: Socket;
  readonly #credentials: Credentials | undefined;
  readonly #timeoutMs: number;
  readonly #waiting = new Map<number, { resolve: (response: RtspResponse) => void; reject: (error: Error) => void }>();
  #fail: (error: SourceError) => void = () => {};
  #failure: SourceError | undefined;
  #sequence = 0;
  #challenge: Challenge | undefined;
  #challengeUses = 0;

  constructor({
    connection: { socket, onChunk },
    credentials,
    timeoutMs,
    onFrame,
    onChunkEnd,
  }: {
    connection: CameraConnection;
    credentials: Credentials | undefined;
    timeoutMs: number;
    onFrame: (framed: Buffer) => void;
    onChunkEnd: () => void;
  }) {
    this.#socket = socket;
    this.#credentials = credentials;
    this.#timeoutMs = timeoutMs;
    this.closed = new Promise((resolve) => {
      this.#fail = (error) => {
        this.#failure ??= error;
        resolve(error);
        for (const { reject } of this.#waiting.values()) reject(error);
        this.#waiting.clear();
        socket.destroy();
      };
    });
    const reader = new InterleavedReader({ frame: onFrame, message: (message) => this.#message(message) });
    onChunk((chunk) => {
      const fault = reader.push(chunk);
      onChunkEnd();
      if (fault) this.#fail(refused(faultReasons[fault]));
    });
    socket.on('error', () => this.#fail(offline(reasonCode('camera-connection-broke'))));
    socket.on('close', () => this.#fail(offline(reasonCode('camera-closed-connection'))));
  }

  fail(error: SourceError): void {
    this.#fail(error);
  }

  /** A camera that does not read is dropped: unread data would stay in our memory. */
  write(bytes: Buffer): void {
    if (this.#socket.destroyed) return;
    if (this.#socket.writableLength + bytes.length <= rtspLimits.queuedBytes) this.#socket.write(bytes);
    else this.#fail(refused(reasonCode('camera-not-reading')));
  }

  /** Sends a request without waiting for its reply. */
  send(question: RtspQuestion): void {
    this.write(Buffer.from(this.#text(question, ++this.#sequence)));
  }

  async ask(question: RtspQuestion): Promise<RtspResponse> {
    const answeredWithKnownNonce = this.#challenge !== undefined;
    let response = await this.#exchange(question);
    if (response.status !== 401) return response;
    const stale = this.#learnChallenge(response);
    // A nonce may expire at any time; a new one is worth another attempt, a rejection is not.
    if (answeredWithKnownNonce && !stale) throw rejected(reasonCode('camera-rejected-login'));
    response = await this.#exchange(question);
    if (response.status !== 401) return response;
    if (!this.#learnChallenge(response)) throw rejected(reasonCode('camera-rejected-login'));
    response = await this.#exchange(question);
    if (response.status === 401) throw rejected(reasonCode('camera-rejected-login'));
    return response;
  }

  /** Whether only the nonce was stale. */
  #learnChallenge(response: RtspResponse): boolean {
    if (this.#credentials === undefined) throw rejected(reasonCode('camera-asks-for-login'));
    const offered = (response.headers.get('www-authenticate') ?? []).flatMap(parseChallenges);
    const challenge = chooseChallenge(offered);
    if (challenge === undefined) throw rejected(reasonCode('camera-login-unsupported'));
    const sameNonce = this.#challenge?.parameters.get('nonce') === challenge.parameters.get('nonce');
    const stale = challenge.parameters.get('stale')?.toLowerCase() === 'true' && !sameNonce;
    this.#challenge = challenge;
    this.#challengeUses = 0;
    return stale;
  }

  #exchange(question: RtspQuestion): Promise<RtspResponse> {
    const sequence = ++this.#sequence;
    return new Promise<RtspResponse>((resolve, reject) => {
      if (this.#socket.destroyed) return reject(this.#failure ?? offline(reasonCode('camera-closed-connection')));
      const timer = setTimeout(() => {
        const silence = offline(reasonCode('camera-stopped-responding'));
        if (question.mayGoUnanswered) this.#waiting.get(sequence)?.reject(silence);
        else this.#fail(silence);
      }, this.#timeoutMs);
      const settled = () => {
        clearTimeout(timer);
        this.#waiting.delete(sequence);
      };
      this.#waiting.set(sequence, {
        resolve: (response) => {
          settled();
          resolve(response);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      });
      this.write(Buffer.from(this.#text(question, sequence)));
    });
  }

  #text({ method, uri, headers = [] }: RtspQuestion, sequence: number): string {
    const authorization = this.#authorization(method, uri);
    return formatRtsp({
      first: `${method} ${uri} RTSP/1.0`,
      headers: [
        ['CSeq', String(sequence)],
        ['User-Agent', 'Holdfast'],
        ...(authorization === undefined ? [] : ([['Authorization', authorization]] as const)),
        ...headers,
      ],
    });
  }

  #authorization(method: string, uri: string): string | undefined {
    if (this.#challenge === undefined || this.#credentials === undefined) return undefined;
    this.#challengeUses += 1;
    const cnonce = randomBytes(8).toString('hex');
    return answerChallenge(this.#challenge, { ...this.#credentials, method, uri, count: this.#challengeUses, cnonce });
  }

  #message(message: RtspMessage): void {
    if (message.kind === 'request') {
      this.#answer(message);
      return;
    }
    const sequence = Number(headerOf(message, 'cseq'));
    // Some cameras omit the sequence number; with one pending request it is unambiguous.
    const key = this.#waiting.has(sequence) || this.#waiting.size !== 1 ? sequence : [...this.#waiting.keys()][0];
    if (key !== undefined && message.status >= 200) this.#waiting.get(key)?.resolve(message);
  }

  /** Cameras may send requests too: most are keep-alives, and one kind (REDIRECT) would send us elsewhere. */
  #answer(request: RtspRequest): void {
    if (request.method === 'REDIRECT') {
      this.#fail(refused(reasonCode('camera-redirects')));
      return;
    }
    const known =
      request.method === 'OPTIONS' || request.method === 'GET_PARAMETER' || request.method === 'SET_PARAMETER';
    const first = known ? 'RTSP/1.0 200 OK' : 'RTSP/1.0 501 Not Implemented';
    this.write(Buffer.from(formatRtsp({ first, headers: [['CSeq', sequenceOf(request) ?? '0']] })));
  }
}
