import type { Reason } from '@holdfast/domain';
import { firstOnChannel, PacketBytes } from '../rtp/packet-bytes.ts';
import { formatWithParameterSets } from '../rtp/parameter-sets.ts';
import { PictureTracker } from '../rtp/picture-tracker.ts';
import { parseSenderReport } from '../rtp/rtcp.ts';
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
import type { PacketConsumer, PacketSink } from './packet-consumer.ts';
import { SenderClock } from './sender-clock.ts';
import { SenderReports } from './sender-reports.ts';
import { fitsDescribed, StreamAudience } from './stream-audience.ts';

export interface StartPoint {
  track: number;
  sequence: number;
  rtpTime: number;
}

/** A source without a new picture for this long has stopped: its last pictures must not be shown as current. */
const STALE_MS = 3_000;

/** One connection of one source, from its description to its end. A reconnected source has a new one. */
export class LiveStream implements PacketSink {
  readonly tracks: readonly MediaTrack[];
  readonly #nowMs: () => number;
  readonly #keyframePatienceMs: number;
  readonly #videoIndex: number;
  readonly #pictures: PictureTracker | undefined;
  readonly #gop = new GopCache();
  readonly #clock: SenderClock;
  readonly #reports: SenderReports;
  readonly #audience = new StreamAudience();
  readonly #confirmed = Promise.withResolvers<void>();
  readonly #codecChanged = new AbortController();
  readonly #givenUp = new AbortController();
  readonly #batch = new PacketBytes();
  #batchStartsKeyframe = false;
  #sequenceShift = 0;
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
    this.#reports = new SenderReports({ clock: this.#clock, tracks: tracks.length, nowMs: nowMs() });
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

  /** When the video (or without video, any track) last advanced. */
  get lastPacketMs(): number {
    return this.#lastPacketMs;
  }

  /** Time since the last packet of a picture; infinite before the first. */
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

  /** Aborted when the source sends another codec than it announced; nothing more is forwarded then. */
  get codecChanged(): AbortSignal {
    return this.#codecChanged.signal;
  }

  /** Called by a consumer that cannot use the stream: the source connects again, and reports this reason. */
  giveUp(reason: Reason): void {
    this.#givenUp.abort(reason);
  }

  get givenUp(): AbortSignal {
    return this.#givenUp.signal;
  }

  /** The description for a new reader, with the current parameter sets. */
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
   * Resolves when the first keyframe has confirmed or corrected the description of the camera. Some cameras describe
   * settings that are no longer in use.
   */
  get confirmed(): Promise<void> {
    return this.#confirmed.promise;
  }

  /** The shapes of the pictures in `describe`; pass them to `join`. */
  get shapes(): readonly string[] {
    return this.#shapes;
  }

  /** Whether a reader whose description had these shapes can decode the current pictures. */
  fits(described: readonly string[]): boolean {
    return fitsDescribed(described, this.#shapes);
  }

  packet(track: number, framed: Buffer): void {
    const start = rtpPayloadStart(framed);
    if (this.#ended || this.codecChanged.aborted) return;
    if (start < 0 || rtpPayloadType(framed) !== this.tracks[track]?.payloadType) return;
    const nowMs = this.#nowMs();
    this.#bytes += framed.length;
    framed[1] = track * 2;
    const startedOver = this.#clock.notePacket(track, rtpTimestamp(framed), nowMs);
    if (track === this.#videoIndex) {
      this.#lastPacketMs = nowMs;
      this.#videoPacket(track, framed, start, nowMs);
      if (this.codecChanged.aborted) return;
    }
    this.#reports.count(track, framed);
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
    if (findings.carriesSets || findings.startsKeyframe) this.#dropMismatched(nowMs);
    if (findings.startsKeyframe) {
      this.#confirmed.resolve();
      this.#audience.setMissingShapes(this.#shapes);
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

  #dropMismatched(nowMs: number): void {
    const mismatched = this.#audience.mismatched(this.#shapes, nowMs);
    if (mismatched.length === 0) return;
    this.#forwardUpToPicture();
    this.#audience.disconnect(mismatched);
  }

  #endForOtherCodec(): void {
    this.#codecChanged.abort();
    this.#gop.startOver();
    this.#forwardUpToPicture();
    this.#audience.disconnect();
  }

  /** Forwards the packets before the current picture; the rest of the batch stays. */
  #forwardUpToPicture(): void {
    const packets = Buffer.from(this.#batch.view(0, this.#batchPictureAt));
    this.#batch.dropFirst(this.#batchPictureAt);
    this.#batchPictureAt = 0;
    if (packets.length === 0) return;
    for (const consumer of this.#audience.live) consumer.take(packets, { startsKeyframe: this.#batchStartsKeyframe });
    this.#batchStartsKeyframe = false;
  }

  /** Inserts our own packets before the keyframe; all later sequence numbers are shifted by as many. */
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

  report(track: number, framed: Buffer): void {
    const report = parseSenderReport(framed);
    if (this.#ended || report === undefined || !this.#reports.noteCameraReport(track)) return;
    this.#clock.noteReport(track, report, this.#nowMs());
    this.#pushReport(track, report.rtpTime);
  }

  #pushReport(track: number, rtpTime: number): void {
    const report = this.#reports.reportAt(track, { rtpTime });
    if (report) this.#batch.add(report);
  }

  batchEnd(): void {
    const nowMs = this.#nowMs();
    for (const report of this.#reports.dueReports(nowMs)) this.#batch.add(report);
    if (this.#batch.bytes === 0) return;
    const packets = this.#batch.view();
    const about = { startsKeyframe: this.#batchStartsKeyframe };
    this.#batchStartsKeyframe = false;
    let isFree = true;
    for (const consumer of this.#audience.live) isFree = consumer.take(packets, about) && isFree;
    if (isFree) this.#batch.clear();
    else this.#batch.renew();
    this.#batchPictureAt = 0;
    if (this.#audience.waiting.size > 0) this.#startWaiting(nowMs);
  }

  #startWaiting(nowMs: number): void {
    for (const [consumer, { sinceMs }] of this.#audience.waiting) {
      const patient = nowMs - sinceMs < this.#keyframePatienceMs;
      // Fail open: a picture that becomes complete slowly is better than none.
      const packets = this.#currentGroup() ?? (patient ? undefined : this.#gop.picture());
      if (packets === undefined || packets.length === 0) continue;
      this.#audience.start(consumer);
      consumer.take(Buffer.concat([...this.#reportsFor(packets), packets]), { startsKeyframe: true });
    }
  }

  /**
   * Adds a reader. If there is a current group of pictures, the result contains where each track starts, and the
   * packets follow as soon as `begin` is called, which must be in the same turn; otherwise the reader starts with the
   * next keyframe, or when the source sends pictures again. `described`: the `shapes` at the time of the reader's
   * DESCRIBE.
   */
  join(
    consumer: PacketConsumer,
    described: readonly string[] = this.#shapes,
  ): { startPoints: StartPoint[]; begin: () => void } {
    const packets = this.#currentGroup();
    if (packets === undefined) {
      return { startPoints: [], begin: () => this.#audience.await(consumer, { described, sinceMs: this.#nowMs() }) };
    }
    const reports = this.#reportsFor(packets);
    const begin = () => {
      this.#audience.start(consumer, described);
      consumer.take(Buffer.concat([...reports, packets]), { startsKeyframe: true });
    };
    return { startPoints: this.#startPoints(packets), begin };
  }

  #currentGroup(): Buffer | undefined {
    return this.sincePictureMs() > STALE_MS ? undefined : this.#gop.group();
  }

  /** The RTP time of the video for an RTP time of another track; undefined until both have sent packets. */
  pictureTimeAt(track: number, rtpTime: number): number | undefined {
    const wallMs = this.#clock.wallAt(track, rtpTime);
    return wallMs === undefined ? undefined : this.#clock.rtpTimeAt(this.#videoIndex, wallMs);
  }

  leave(consumer: PacketConsumer): void {
    this.#audience.leave(consumer);
  }

  /**
   * Reports for the time of the first picture, so that a reader can synchronise all tracks from its first packet on.
   */
  #reportsFor(packets: Buffer): Buffer[] {
    const wallMs = this.#firstPictureMs(packets);
    if (wallMs === undefined) return [];
    return this.tracks.flatMap((_track, index) => this.#reports.reportAt(index, { wallMs }) ?? []);
  }

  #firstPictureMs(packets: Buffer): number | undefined {
    if (packets.length === 0) return undefined;
    const first = firstOnChannel(packets, this.#videoIndex * 2) ?? packets;
    return this.#clock.wallAt((first[1] ?? 0) / 2, rtpTimestamp(first));
  }

  #startPoints(packets: Buffer): StartPoint[] {
    const wallMs = this.#firstPictureMs(packets);
    if (wallMs === undefined) return [];
    return this.tracks.flatMap((_track, track) => {
      const rtpTime = this.#clock.rtpTimeAt(track, wallMs);
      const lastSequence = this.#reports.lastSequence(track);
      if (lastSequence === undefined || rtpTime === undefined) return [];
      const first = firstOnChannel(packets, track * 2);
      const sequence = first ? rtpSequence(first) : (lastSequence + 1) & 0xffff;
      return [{ track, sequence, rtpTime }];
    });
  }

  end(): void {
    if (this.#ended) return;
    this.batchEnd();
    this.#ended = true;
    this.#confirmed.resolve();
    this.#audience.disconnect();
  }
}
