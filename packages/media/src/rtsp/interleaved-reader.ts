import { RateLimit } from '@holdfast/kit';
import { interleavedHeaderBytes, interleavedMarker } from '../rtp/interleaved-header.ts';
import { rtspLimits } from './rtsp-limits.ts';
import { contentLengthOf, parseRtspHead, type RtspHead, type RtspMessage } from './rtsp-message.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export interface InterleavedSink {
  /** One packet with its four-byte interleaved header. It may be modified but not kept. */
  frame(framed: Buffer): void;
  message(message: RtspMessage): void;
}

export type InterleavedFault =
  | 'not-rtsp'
  | 'head-too-long'
  | 'bad-head'
  | 'bad-body-length'
  | 'too-many-messages'
  | 'too-much-media';

type Reading =
  | { kind: 'start' }
  | { kind: 'frame'; filled: number }
  | { kind: 'head'; filled: number; lineFeeds: number }
  | { kind: 'body'; head: RtspHead; body: Buffer; filled: number };

const start: Reading = { kind: 'start' };

const longestFrame = interleavedHeaderBytes + 0xffff;

/**
 * Splits an RTSP connection into messages and interleaved packets. Complete packets are views of the received chunk;
 * only a packet that spans two chunks is copied. A peer that exceeds the limits is an error, because parsing its data
 * would take CPU time from all other streams.
 */
export class InterleavedReader {
  readonly #sink: InterleavedSink;
  #reading: Reading = start;
  readonly #nowMs: () => number;
  readonly #messages: RateLimit;
  readonly #packets: RateLimit;
  readonly #bytes: RateLimit;
  #straddling = Buffer.alloc(0);
  /** One buffer for all heads: a new one for each would turn a flood of short messages into a flood of allocations. */
  #head = Buffer.alloc(0);
  #fault: InterleavedFault | undefined;

  constructor(sink: InterleavedSink, nowMs = () => performance.now()) {
    this.#sink = sink;
    this.#nowMs = nowMs;
    this.#messages = new RateLimit(rtspLimits.messages, nowMs());
    this.#packets = new RateLimit(rtspLimits.packets, nowMs());
    this.#bytes = new RateLimit(rtspLimits.receivedBytes, nowMs());
  }

  /** Undefined if everything is fine; after a fault all further bytes are ignored. */
  push(chunk: Buffer): InterleavedFault | undefined {
    const nowMs = this.#nowMs();
    for (const limit of [this.#messages, this.#packets, this.#bytes]) limit.refill(nowMs);
    if (!this.#bytes.take(chunk.length)) this.#fault ??= 'too-much-media';
    let at = 0;
    while (this.#fault === undefined && at < chunk.length) at = this.#step(chunk, at);
    return this.#fault;
  }

  #step(chunk: Buffer, at: number): number {
    const reading = this.#reading;
    switch (reading.kind) {
      case 'start':
        return this.#begin(chunk, at);
      case 'frame':
        return this.#readFrame(reading, chunk, at);
      case 'head':
        return this.#readHead(reading, chunk, at);
      case 'body': {
        const taken = chunk.copy(reading.body, reading.filled, at);
        reading.filled += taken;
        if (reading.filled === reading.body.length) this.#finish(reading.head, reading.body);
        return at + taken;
      }
    }
  }

  #begin(chunk: Buffer, at: number): number {
    const first = chunk[at] ?? 0;
    if (first === interleavedMarker) {
      const isHeaderComplete = chunk.length - at >= interleavedHeaderBytes;
      const end = isHeaderComplete
        ? at + interleavedHeaderBytes + chunk.readUInt16BE(at + 2)
        : Number.POSITIVE_INFINITY;
      if (end <= chunk.length) {
        this.#frame(chunk.subarray(at, end));
        return end;
      }
      if (this.#straddling.length === 0) this.#straddling = Buffer.allocUnsafeSlow(longestFrame);
      this.#reading = { kind: 'frame', filled: 0 };
      return at;
    }
    // Some peers send an empty line between messages. It counts as a message, or a peer could send nothing else
    // forever.
    if (first === carriageReturn || first === lineFeed) {
      if (!this.#messages.take()) this.#fault = 'too-many-messages';
      return at + 1;
    }
    if (first < 0x41 || first > 0x5a) {
      this.#fault = 'not-rtsp';
      return at;
    }
    if (this.#head.length === 0) this.#head = Buffer.allocUnsafeSlow(rtspLimits.headBytes);
    this.#reading = { kind: 'head', filled: 0, lineFeeds: 0 };
    return at;
  }

  #frame(framed: Buffer): void {
    if (this.#packets.take()) this.#sink.frame(framed);
    else this.#fault = 'too-much-media';
  }

  #readFrame(reading: Extract<Reading, { kind: 'frame' }>, chunk: Buffer, from: number): number {
    const held = this.#straddling;
    const fill = (at: number, end: number) => {
      const taken = chunk.copy(
        held,
        reading.filled,
        at,
        Math.min(chunk.length, at + Math.max(0, end - reading.filled)),
      );
      reading.filled += taken;
      return at + taken;
    };
    let at = fill(from, interleavedHeaderBytes);
    if (reading.filled < interleavedHeaderBytes) return at;
    const end = interleavedHeaderBytes + held.readUInt16BE(2);
    at = fill(at, end);
    if (reading.filled < end) return at;
    this.#reading = start;
    this.#frame(held.subarray(0, end));
    return at;
  }

  #readHead(reading: Extract<Reading, { kind: 'head' }>, chunk: Buffer, from: number): number {
    const held = this.#head;
    let at = from;
    while (at < chunk.length) {
      if (reading.filled === held.length) {
        this.#fault = 'head-too-long';
        return at;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      held[reading.filled] = byte;
      reading.filled += 1;
      if (byte === carriageReturn) continue;
      reading.lineFeeds = byte === lineFeed ? reading.lineFeeds + 1 : 0;
      if (reading.lineFeeds === 2) {
        this.#closeHead(held.toString('utf8', 0, reading.filled));
        return at;
      }
    }
    return at;
  }

  #closeHead(text: string): void {
    const head = parseRtspHead(text);
    if (head === undefined) {
      this.#fault = 'bad-head';
      return;
    }
    const length = contentLengthOf(head);
    if (length === undefined) {
      this.#fault = 'bad-body-length';
      return;
    }
    if (length === 0) {
      this.#finish(head, Buffer.alloc(0));
      return;
    }
    this.#reading = { kind: 'body', head, body: Buffer.allocUnsafe(length), filled: 0 };
  }

  #finish(head: RtspHead, body: Buffer): void {
    this.#reading = start;
    if (this.#messages.take()) this.#sink.message({ ...head, body });
    else this.#fault = 'too-many-messages';
  }
}
