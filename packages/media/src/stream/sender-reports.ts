import { randomBytes } from 'node:crypto';
import { makeSenderReport } from '../rtp/rtcp.ts';
import { rtpSequence, rtpSsrc, rtpTimestamp } from '../rtp/rtp.ts';
import type { SenderClock } from './sender-clock.ts';

interface TrackCounters {
  ssrc: number;
  packets: number;
  octets: number;
  lastSequence: number;
  lastRtpTime: number;
  cameraReports: boolean;
}

const REPORT_EVERY_MS = 5_000;

/** Counts the packets of each track, and writes the RTCP sender reports that readers get. */
export class SenderReports {
  readonly #clock: SenderClock;
  readonly #counters: (TrackCounters | undefined)[];
  readonly #canonicalName = randomBytes(8).toString('hex');
  #lastReportMs: number;

  constructor({ clock, tracks, nowMs }: { clock: SenderClock; tracks: number; nowMs: number }) {
    this.#clock = clock;
    this.#counters = new Array<undefined>(tracks).fill(undefined);
    this.#lastReportMs = nowMs;
  }

  count(track: number, framed: Buffer): void {
    const before = this.#counters[track];
    this.#counters[track] = {
      ssrc: rtpSsrc(framed),
      packets: (before?.packets ?? 0) + 1,
      octets: (before?.octets ?? 0) + framed.length,
      lastSequence: rtpSequence(framed),
      lastRtpTime: rtpTimestamp(framed),
      cameraReports: before?.cameraReports ?? false,
    };
  }

  /** The last sequence number of a track; undefined before its first packet. */
  lastSequence(track: number): number | undefined {
    return this.#counters[track]?.lastSequence;
  }

  /** False for a track that has not sent yet: a report has no meaning then. */
  noteCameraReport(track: number): boolean {
    const counters = this.#counters[track];
    if (counters === undefined) return false;
    counters.cameraReports = true;
    return true;
  }

  reportAt(track: number, at: { rtpTime: number } | { wallMs: number }): Buffer | undefined {
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

  /** Reports for tracks whose camera never sends any, due every five seconds; from the clock of their packets. */
  dueReports(nowMs: number): Buffer[] {
    if (nowMs - this.#lastReportMs < REPORT_EVERY_MS) return [];
    this.#lastReportMs = nowMs;
    return this.#counters.flatMap((counters, track) =>
      counters === undefined || counters.cameraReports
        ? []
        : (this.reportAt(track, { rtpTime: counters.lastRtpTime }) ?? []),
    );
  }
}
