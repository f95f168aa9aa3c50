import { rtpSequence, rtpSsrc } from './rtp.ts';

export interface OrderedPackets {
  /** `lost`: the number of packets missing directly before this one. The bytes are only valid during the call. */
  packet(framed: Buffer, about: { lost: number; arrivedMs: number }): void;
  /** The sender has restarted its sequence numbers: the packets before and after do not belong together. */
  restarted(): void;
}

const WINDOW_PACKETS = 64;
const WINDOW_MS = 200;
/** Twice the window: a packet that is further behind is not late; its sender has restarted. */
const REMEMBERED = 128;

interface Held {
  framed: Buffer;
  arrivedMs: number;
}

/**
 * Packets of another source wait for this long: if those of the known one continue meanwhile, they are of a stream that is
 * none of ours and dropped; otherwise the sender has restarted.
 */
const PROBATION = { packets: WINDOW_PACKETS, ms: WINDOW_MS } as const;

/**
 * Sorts packets by sequence number and removes duplicates. TCP keeps the order, so nothing is delayed until a number
 * goes backwards; from then on up to 64 packets wait, for at most 200 ms, for a missing one.
 */
export class PacketOrder {
  readonly #out: OrderedPackets;
  /** The sequence numbers passed on last, each plus one, indexed modulo the size. */
  readonly #passed = new Uint32Array(REMEMBERED);
  readonly #held = new Map<number, Held>();
  /** Consecutive packets of one other source. */
  #foreign: Held[] = [];
  #isReordering = false;
  #next: number | undefined;
  #ssrc = 0;

  constructor(out: OrderedPackets) {
    this.#out = out;
  }

  push(framed: Buffer, arrivedMs: number): void {
    const ssrc = rtpSsrc(framed);
    if (this.#next === undefined) this.#begin(rtpSequence(framed), ssrc);
    if (ssrc !== this.#ssrc) {
      this.#tryOut({ framed, arrivedMs }, ssrc);
      return;
    }
    if (this.#foreign.length > 0) this.#foreign = [];
    this.#own(framed, arrivedMs);
  }

  #tryOut({ framed, arrivedMs }: Held, ssrc: number): void {
    const [first] = this.#foreign;
    if (first !== undefined && rtpSsrc(first.framed) !== ssrc) this.#foreign = [];
    this.#foreign.push({ framed: Buffer.from(framed), arrivedMs });
    const sinceMs = this.#foreign[0]?.arrivedMs ?? arrivedMs;
    if (this.#foreign.length >= PROBATION.packets || arrivedMs - sinceMs > PROBATION.ms) this.#followForeign();
  }

  #followForeign(): void {
    const packets = this.#foreign;
    this.#foreign = [];
    const [first] = packets;
    if (first === undefined) return;
    this.#restart(rtpSequence(first.framed), rtpSsrc(first.framed));
    for (const { framed, arrivedMs } of packets) this.#own(framed, arrivedMs);
  }

  #own(framed: Buffer, arrivedMs: number): void {
    const sequence = rtpSequence(framed);
    const ahead = (sequence - (this.#next ?? sequence)) & 0xffff;
    if (ahead === 0) this.#pass(framed, { sequence, lost: 0, arrivedMs });
    else if (ahead < 0x8000) this.#ahead(framed, { sequence, lost: ahead, arrivedMs });
    else this.#behind(framed, { sequence, behind: 0x10000 - ahead, arrivedMs });
    if (this.#held.size > 0) this.#release(arrivedMs);
  }

  /** Ends the input: passes on all packets that are waiting. */
  flush(): void {
    this.#passHeld();
    this.#followForeign();
    this.#passHeld();
  }

  #passHeld(): void {
    while (this.#held.size > 0) this.#passNearest();
  }

  #begin(sequence: number, ssrc: number): void {
    this.#next = sequence;
    this.#ssrc = ssrc;
    this.#passed.fill(0);
  }

  #restart(sequence: number, ssrc: number): void {
    this.#passHeld();
    this.#begin(sequence, ssrc);
    this.#out.restarted();
  }

  #pass(framed: Buffer, { sequence, lost, arrivedMs }: { sequence: number; lost: number; arrivedMs: number }): void {
    this.#next = (sequence + 1) & 0xffff;
    this.#passed[sequence % REMEMBERED] = sequence + 1;
    this.#out.packet(framed, { lost, arrivedMs });
  }

  #ahead(framed: Buffer, packet: { sequence: number; lost: number; arrivedMs: number }): void {
    if (!this.#isReordering) this.#pass(framed, packet);
    else if (packet.lost > WINDOW_PACKETS) {
      this.#passHeld();
      const lost = (packet.sequence - (this.#next ?? 0)) & 0xffff;
      this.#pass(framed, { ...packet, lost });
    } else this.#held.set(packet.sequence, { framed: Buffer.from(framed), arrivedMs: packet.arrivedMs });
  }

  #behind(
    framed: Buffer,
    { sequence, behind, arrivedMs }: { sequence: number; behind: number; arrivedMs: number },
  ): void {
    if (behind <= REMEMBERED) {
      // Already passed on or given up: this one is too late, but the next late packet is waited for.
      if (this.#passed[sequence % REMEMBERED] !== sequence + 1) this.#isReordering = true;
      return;
    }
    this.#restart(sequence, this.#ssrc);
    this.#pass(framed, { sequence, lost: 0, arrivedMs });
  }

  #release(nowMs: number): void {
    while (this.#held.size > 0) {
      const oldestMs = Math.min(...[...this.#held.values()].map(({ arrivedMs }) => arrivedMs));
      const isDue = this.#held.size > WINDOW_PACKETS || nowMs - oldestMs > WINDOW_MS;
      if (!isDue && !this.#held.has(this.#next ?? 0)) return;
      this.#passNearest();
    }
  }

  #passNearest(): void {
    const next = this.#next ?? 0;
    let nearest: number | undefined;
    for (const sequence of this.#held.keys())
      if (nearest === undefined || ((sequence - next) & 0xffff) < ((nearest - next) & 0xffff)) nearest = sequence;
    const held = nearest === undefined ? undefined : this.#held.get(nearest);
    if (nearest === undefined || held === undefined) return;
    this.#held.delete(nearest);
    const lost = (nearest - next) & 0xffff;
    // Its place was given up while it waited.
    if (lost < 0x8000) this.#pass(held.framed, { sequence: nearest, lost, arrivedMs: held.arrivedMs });
  }
}
