import { randomBytes } from 'node:crypto';
import type { Reason } from '@holdfast/domain';
import { firstOnChannel, PacketBytes } from '../rtp/packet-bytes.ts';
import { formatWithParameterSets } from '../rtp/parameter-sets.ts';
import { PictureTracker } from '../rtp/picture-tracker.ts';
import { makeSenderReport, parseSenderReport } from '../rtp/rtcp.ts';
import {
  makeRtpPacket,
  rtpPayloadEnd,
  rtpPayloadStart,
  rtpPayloadType,
  rtpSequence,
  rtpSsrc,
  rtpTimestamp,
  shiftRtpSequence,
} from '../rtp/rtp.ts';
import { formatSdp, isVideo, type MediaTrack } from '../rtp/sdp.ts';
import { GopCache } from './gop-cache.ts';
import type { PacketSink, PacketTaker } from './packet-taker.ts';
import { SenderClock } from './sender-clock.ts';
import { fitsTold, StreamAudience } from './stream-audience.ts';

export interface StartPoint {
  track: number;
  sequence: number;
  rtpTime: number;
}

interface TrackCounters {
  ssrc: number;
  packets: number;
  octets: number;
  lastSequence: number;
  lastRtpTime: number;
  cameraReports: boolean;
}

const reportEveryMs = 5_000;

/** One run of one source: from its description to its end. A source that comes back is a new run. */
export class LiveStream implements PacketSink {
  readonly tracks: readonly MediaTrack[];
  readonly #nowMs: () => number;
  readonly #keyframePatienceMs: number;
  readonly #videoIndex: number;
  readonly #pictures: PictureTracker | undefined;
  readonly #gop = new GopCache();
  readonly #clock: SenderClock;
  readonly #counters: (TrackCounters | undefined)[];
  readonly #canonicalName = randomBytes(8).toString('hex');
  readonly #audience = new StreamAudience();
  readonly #confirmed = Promise.withResolvers<void>();
  readonly #announcedCodec = new AbortController();
  readonly #givenUp = new AbortController();
  readonly #batch = new PacketBytes();
  #batchStartsKeyframe = false;
  #sequenceShift = 0;
  #lastReportMs: number;
  #bytes = 0;
  #lastPacketMs: number;
  #lastPictureMs = Number.NEGATIVE_INFINITY;
  #lastKeyframeMs: number | undefined;
  #keyframeGapMs: number | undefined;
  #batchPictureAt = 0;
  #shapes: readonly string[] = [];
  #ended = false;

  constructor({
    tracks,
    nowMs,
    keyframePatienceMs = 30_000,
  }: {
    tracks: readonly MediaTrack[];
    nowMs: () => number;
    keyframePatienceMs?: number;
  }) {
    this.tracks = tracks;
    this.#nowMs = nowMs;
    this.#keyframePatienceMs = keyframePatienceMs;
    this.#videoIndex = tracks.findIndex(isVideo);
    const video = tracks.find(isVideo);
    this.#pictures = video === undefined ? undefined : new PictureTracker(video);
    this.#shapes = this.#pictures?.parameterSets.shapes ?? [];
    if (this.#shapes.length === 0) this.#confirmed.resolve();
    this.#clock = new SenderClock(
      tracks.map(({ clockRate }) => clockRate),
      Math.max(0, this.#videoIndex),
    );
    this.#counters = tracks.map(() => undefined);
    this.#lastReportMs = nowMs();
    this.#lastPacketMs = nowMs();
  }

  get ended(): boolean {
    return this.#ended;
  }

  get readers(): number {
    return this.#audience.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** When the picture (or, without one, any track) last moved. */
  get lastPacketMs(): number {
    return this.#lastPacketMs;
  }

  /** Since any part of a picture came; endless before the first. */
  sincePictureMs(): number {
    return this.#nowMs() - this.#lastPictureMs;
  }

  get lastKeyframeMs(): number | undefined {
    return this.#lastKeyframeMs;
  }

  /** Between the last two keyframes. */
  get keyframeGapMs(): number | undefined {
    return this.#keyframeGapMs;
  }

  /** Aborted when it sends another codec than it announced; nothing more is passed on then. */
  get announcedCodec(): AbortSignal {
    return this.#announcedCodec.signal;
  }

  /** Called by a consumer that cannot use the stream: the source connects again, and reports this reason. */
  giveUp(reason: Reason): void {
    this.#givenUp.abort(reason);
  }

  get givenUp(): AbortSignal {
    return this.#givenUp.signal;
  }

  /** The description for a new reader, with the parameter sets that are in force now. */
  describe(): string {
    const sets = this.#pictures?.parameterSets;
    if (sets === undefined || !sets.differFromDescription) return formatSdp(this.tracks);
    const current = sets.current();
    if (current.length === 0) return formatSdp(this.tracks);
    return formatSdp(
      this.tracks.map((track) =>
        isVideo(track) ? { ...track, format: formatWithParameterSets(track, current) } : track,
      ),
    );
  }

  /**
   * Resolves once the camera's description has been borne out or set right by its first keyframe. Some describe what they
   * sent before they were last set up.
   */
  get confirmed(): Promise<void> {
    return this.#confirmed.promise;
  }

  /** What `describe` says of the pictures now; for `join` later. */
  get shapes(): readonly string[] {
    return this.#shapes;
  }

  /** Whether a reader that was told this can take the pictures that come now. */
  fits(told: readonly string[]): boolean {
    return fitsTold(told, this.#shapes);
  }

  packet(track: number, framed: Buffer): void {
    const start = rtpPayloadStart(framed);
    if (this.#ended || this.announcedCodec.aborted) return;
    if (start < 0 || rtpPayloadType(framed) !== this.tracks[track]?.payloadType) return;
    const nowMs = this.#nowMs();
    this.#bytes += framed.length;
    framed[1] = track * 2;
    const startedOver = this.#clock.notePacket(track, rtpTimestamp(framed), nowMs);
    if (track === this.#videoIndex) {
      this.#lastPacketMs = nowMs;
      this.#videoPacket(track, framed, start, nowMs);
      if (this.announcedCodec.aborted) return;
    }
    this.#count(track, framed);
    if (startedOver) this.#pushReport(track, rtpTimestamp(framed));
    this.#gop.add(framed);
    this.#batch.add(framed);
  }

  #videoPacket(track: number, framed: Buffer, start: number, nowMs: number): void {
    const pictures = this.#pictures;
    if (pictures === undefined) return;
    const findings = pictures.observe(framed, { from: start, to: rtpPayloadEnd(framed, start) });
    if (findings.carriesPicture) this.#lastPictureMs = nowMs;
    if (findings.startsPicture) {
      this.#gop.startPicture();
      this.#batchPictureAt = this.#batch.bytes;
    }
    if (findings.isOfOtherCodec) {
      this.#endForOtherCodec();
      return;
    }
    if (findings.carriesSets) this.#takeShapes(pictures.parameterSets.shapes);
    if (findings.carriesSets || findings.startsKeyframe) this.#letMisfitsGo(nowMs);
    if (findings.startsKeyframe) {
      this.#confirmed.resolve();
      this.#audience.tellUntold(this.#shapes);
      this.#gop.startGroup();
      if (this.#lastKeyframeMs !== undefined) this.#keyframeGapMs = nowMs - this.#lastKeyframeMs;
      this.#lastKeyframeMs = nowMs;
      this.#batchStartsKeyframe = true;
    }
    if (findings.lacksParameterSets) this.#insertParameterSets(track, framed, pictures.parameterSets.current());
    if (this.#sequenceShift !== 0) shiftRtpSequence(framed, this.#sequenceShift);
  }

  #takeShapes(shapes: readonly string[]): void {
    const isNew = shapes.some((shape) => !this.#shapes.includes(shape));
    this.#shapes = shapes;
    if (isNew) this.#gop.startOver();
  }

  #letMisfitsGo(nowMs: number): void {
    const misfits = this.#audience.misfits(this.#shapes, nowMs);
    if (misfits.length === 0) return;
    this.#passOnUpToPicture();
    this.#audience.letGo(misfits);
  }

  #endForOtherCodec(): void {
    this.#announcedCodec.abort();
    this.#gop.startOver();
    this.#passOnUpToPicture();
    this.#audience.letGo();
  }

  /** What came before the picture now arriving goes out; the rest of the batch stays. */
  #passOnUpToPicture(): void {
    const packets = Buffer.from(this.#batch.view(0, this.#batchPictureAt));
    this.#batch.dropFirst(this.#batchPictureAt);
    this.#batchPictureAt = 0;
    if (packets.length === 0) return;
    for (const taker of this.#audience.live) taker.take(packets, { startsKeyframe: this.#batchStartsKeyframe });
    this.#batchStartsKeyframe = false;
  }

  /** Packets of our own in front of the keyframe; every later packet moves up by as many numbers. */
  #insertParameterSets(track: number, keyframe: Buffer, sets: readonly Buffer[]): void {
    for (const payload of sets) {
      const packet = makeRtpPacket({
        channel: track * 2,
        payloadType: rtpPayloadType(keyframe),
        sequence: rtpSequence(keyframe) + this.#sequenceShift,
        timestamp: rtpTimestamp(keyframe),
        ssrc: rtpSsrc(keyframe),
        payload,
      });
      this.#sequenceShift = (this.#sequenceShift + 1) & 0xffff;
      this.#gop.add(packet);
      this.#batch.add(packet);
    }
  }

  #count(track: number, framed: Buffer): void {
    const rtpTime = rtpTimestamp(framed);
    const counters = this.#counters[track];
    if (counters === undefined) {
      this.#counters[track] = {
        ssrc: rtpSsrc(framed),
        packets: 1,
        octets: framed.length,
        lastSequence: rtpSequence(framed),
        lastRtpTime: rtpTime,
        cameraReports: false,
      };
      return;
    }
    counters.ssrc = rtpSsrc(framed);
    counters.packets += 1;
    counters.octets += framed.length;
    counters.lastSequence = rtpSequence(framed);
    counters.lastRtpTime = rtpTime;
  }

  report(track: number, framed: Buffer): void {
    const report = parseSenderReport(framed);
    const counters = this.#counters[track];
    if (this.#ended || report === undefined || counters === undefined) return;
    this.#clock.noteReport(track, report, this.#nowMs());
    counters.cameraReports = true;
    this.#pushReport(track, report.rtpTime);
  }

  #pushReport(track: number, rtpTime: number): void {
    const report = this.#senderReport(track, { rtpTime });
    if (report) this.#batch.add(report);
  }

  #senderReport(track: number, at: { rtpTime: number } | { wallMs: number }): Buffer | undefined {
    const counters = this.#counters[track];
    if (counters === undefined) return undefined;
    const rtpTime = 'rtpTime' in at ? at.rtpTime : this.#clock.rtpTimeAt(track, at.wallMs);
    const wallMs = 'wallMs' in at ? at.wallMs : this.#clock.wallAt(track, at.rtpTime);
    if (rtpTime === undefined || wallMs === undefined) return undefined;
    return makeSenderReport({
      channel: track * 2 + 1,
      report: { ssrc: counters.ssrc, wallMs, rtpTime },
      packets: counters.packets,
      octets: counters.octets,
      canonicalName: this.#canonicalName,
    });
  }

  batchEnd(): void {
    const nowMs = this.#nowMs();
    if (nowMs - this.#lastReportMs >= reportEveryMs) this.#reportForSilentCamera(nowMs);
    if (this.#batch.bytes === 0) return;
    const packets = this.#batch.view();
    const about = { startsKeyframe: this.#batchStartsKeyframe };
    this.#batchStartsKeyframe = false;
    let isFree = true;
    for (const taker of this.#audience.live) isFree = taker.take(packets, about) && isFree;
    if (isFree) this.#batch.clear();
    else this.#batch.renew();
    this.#batchPictureAt = 0;
    if (this.#audience.waiting.size > 0) this.#startWaiting(nowMs);
  }

  /** Cameras that never report still get reports written for them, from the clock of their packets. */
  #reportForSilentCamera(nowMs: number): void {
    this.#lastReportMs = nowMs;
    for (const [track, counters] of this.#counters.entries()) {
      if (counters === undefined || counters.cameraReports) continue;
      this.#pushReport(track, counters.lastRtpTime);
    }
  }

  #startWaiting(nowMs: number): void {
    for (const [taker, { sinceMs }] of this.#audience.waiting) {
      const patient = nowMs - sinceMs < this.#keyframePatienceMs;
      // Fail open: a picture that heals slowly is worth more than none at all.
      const packets = this.#gop.group() ?? (patient ? undefined : this.#gop.picture());
      if (packets === undefined || packets.length === 0) continue;
      this.#audience.start(taker);
      taker.take(Buffer.concat([...this.#reportsFor(packets), packets]), { startsKeyframe: true });
    }
  }

  /**
   * Lets a reader in. With a keyframe at hand the answer names where each track starts, and the packets follow as soon
   * as `begin` is called, which must be in the same turn; otherwise the reader starts with the next keyframe. `told` is
   * what `shapes` were when the reader asked for the description.
   */
  join(taker: PacketTaker, told: readonly string[] = this.#shapes): { startPoints: StartPoint[]; begin: () => void } {
    const packets = this.#gop.group();
    if (packets === undefined) {
      return { startPoints: [], begin: () => this.#audience.await(taker, { told, sinceMs: this.#nowMs() }) };
    }
    const reports = this.#reportsFor(packets);
    const begin = () => {
      this.#audience.start(taker, told);
      taker.take(Buffer.concat([...reports, packets]), { startsKeyframe: true });
    };
    return { startPoints: this.#startPoints(packets), begin };
  }

  /** The time of the picture that a time of another track belongs to; undefined before both have sent. */
  pictureTimeAt(track: number, rtpTime: number): number | undefined {
    const wallMs = this.#clock.wallAt(track, rtpTime);
    return wallMs === undefined ? undefined : this.#clock.rtpTimeAt(this.#videoIndex, wallMs);
  }

  leave(taker: PacketTaker): void {
    this.#audience.leave(taker);
  }

  /** Reports for the moment of the first picture, so that a reader ties all tracks together from its first packet on. */
  #reportsFor(packets: Buffer): Buffer[] {
    const wallMs = this.#firstPictureMs(packets);
    if (wallMs === undefined) return [];
    return this.tracks.flatMap((_track, index) => this.#senderReport(index, { wallMs }) ?? []);
  }

  #firstPictureMs(packets: Buffer): number | undefined {
    if (packets.length === 0) return undefined;
    const first = firstOnChannel(packets, this.#videoIndex * 2) ?? packets;
    return this.#clock.wallAt((first[1] ?? 0) / 2, rtpTimestamp(first));
  }

  #startPoints(packets: Buffer): StartPoint[] {
    const wallMs = this.#firstPictureMs(packets);
    if (wallMs === undefined) return [];
    return this.#counters.flatMap((counters, track) => {
      const rtpTime = this.#clock.rtpTimeAt(track, wallMs);
      if (counters === undefined || rtpTime === undefined) return [];
      const first = firstOnChannel(packets, track * 2);
      const sequence = first ? rtpSequence(first) : (counters.lastSequence + 1) & 0xffff;
      return [{ track, sequence, rtpTime }];
    });
  }

  end(): void {
    if (this.#ended) return;
    this.batchEnd();
    this.#ended = true;
    this.#confirmed.resolve();
    this.#audience.letGo();
  }
}
