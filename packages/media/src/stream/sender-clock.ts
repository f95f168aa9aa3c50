import { rtpTimeDelta } from '../rtp/rtp.ts';

interface Anchor {
  wallMs: number;
  rtpTime: number;
}

const believableReportMs = 60_000;
const clockStepMs = 1_000;
const timeJumpMs = 3_000;
const waverMs = 40;
/** Imperceptible, and enough for any clock that is merely inexact. */
const slewMs = 2;
/** Well before the distance between two 32-bit times becomes ambiguous. */
const farRtpDistance = 2 ** 28;

/**
 * Relates the RTP times of all tracks to one wall clock, ours. Until the camera sends reports, a track is related to
 * the arrival of its first packet; from then on the camera's own relation between its tracks is used, shifted by a
 * constant so that the leading track never jumps for a reader (cameras often start in 1970, and some set their clock
 * while streaming). Video leads: it is recorded as it arrives, and sound is fitted to it.
 */
export class SenderClock {
  readonly #clockRates: readonly number[];
  readonly #anchors: (Anchor | undefined)[];
  readonly #lastRtpTimes: number[];
  readonly #lastArrivalsMs: number[];
  readonly #lead: number;
  /** Tracks that the camera has related to its clock. */
  readonly #related = new Set<number>();
  #cameraToOursMs: number | undefined;
  /** Offset of the leading track from the camera's time; it applies to the other tracks too. */
  #slackMs = 0;
  #lastOffMs = 0;

  constructor(clockRates: readonly number[], lead: number) {
    this.#clockRates = clockRates;
    this.#lead = lead;
    this.#anchors = clockRates.map(() => undefined);
    this.#lastRtpTimes = clockRates.map(() => 0);
    this.#lastArrivalsMs = clockRates.map(() => 0);
  }

  /** Call it for every packet; true if the source has restarted its RTP time, so that readers need a new report. */
  notePacket(track: number, rtpTime: number, nowMs: number): boolean {
    const anchor = this.#anchors[track];
    const jumped = anchor !== undefined && this.#jumps(track, rtpTime, nowMs);
    this.#lastRtpTimes[track] = rtpTime;
    this.#lastArrivalsMs[track] = nowMs;
    if (anchor === undefined || jumped) {
      this.#anchors[track] = { wallMs: nowMs, rtpTime };
      if (jumped) this.#forgetCamera();
    } else if (Math.abs(rtpTimeDelta(rtpTime, anchor.rtpTime)) > farRtpDistance) {
      this.#anchors[track] = { wallMs: this.wallAt(track, rtpTime) ?? nowMs, rtpTime };
    }
    return jumped;
  }

  /** Backwards, or forwards by more than the elapsed time; delayed packets do neither. */
  #jumps(track: number, rtpTime: number, nowMs: number): boolean {
    const rate = this.#clockRates[track] ?? 1;
    const advanceMs = (rtpTimeDelta(rtpTime, this.#lastRtpTimes[track] ?? 0) / rate) * 1000;
    const passedMs = nowMs - (this.#lastArrivalsMs[track] ?? 0);
    return advanceMs < -timeJumpMs || advanceMs - passedMs > timeJumpMs;
  }

  noteReport(track: number, report: { wallMs: number; rtpTime: number }, nowMs: number): void {
    const anchor = this.#anchors[track];
    const rate = this.#clockRates[track];
    if (rate === undefined) return;
    // A report far off the packets is an error of the camera and would separate sound and video.
    if (anchor && (Math.abs(rtpTimeDelta(report.rtpTime, anchor.rtpTime)) / rate) * 1000 > believableReportMs) return;
    const expectedMs = this.wallAt(track, report.rtpTime) ?? nowMs;
    const leadsNow = track === this.#lead && !this.#related.has(track);
    const offMs = this.#cameraToOursMs === undefined ? 0 : report.wallMs + this.#cameraToOursMs - expectedMs;
    if (this.#cameraToOursMs === undefined || leadsNow || Math.abs(offMs) > clockStepMs) {
      const cameraToOursMs = expectedMs - report.wallMs - (track === this.#lead ? 0 : this.#slackMs);
      if (leadsNow) this.#moveRelated(cameraToOursMs - (this.#cameraToOursMs ?? cameraToOursMs));
      if (track === this.#lead) this.#slackMs = 0;
      this.#cameraToOursMs = cameraToOursMs;
    } else if (track === this.#lead) this.#slackMs = this.#follow(offMs) - offMs;
    this.#related.add(track);
    const wallMs = report.wallMs + this.#cameraToOursMs + this.#slackMs;
    this.#anchors[track] = { wallMs, rtpTime: report.rtpTime };
  }

  /**
   * How far the leading track follows: reports vary with the load of the camera, but a drifting clock continues to
   * drift.
   */
  #follow(offMs: number): number {
    const [least, most] = [Math.min(offMs, this.#lastOffMs), Math.max(offMs, this.#lastOffMs)];
    const isRunningOff = least > waverMs || most < -waverMs;
    this.#lastOffMs = isRunningOff ? 0 : offMs;
    return isRunningOff ? offMs : Math.max(-slewMs, Math.min(slewMs, offMs));
  }

  #moveRelated(byMs: number): void {
    for (const track of this.#related) {
      const anchor = this.#anchors[track];
      if (anchor) this.#anchors[track] = { ...anchor, wallMs: anchor.wallMs + byMs };
    }
  }

  #forgetCamera(): void {
    this.#cameraToOursMs = undefined;
    this.#slackMs = 0;
    this.#lastOffMs = 0;
    this.#related.clear();
  }

  wallAt(track: number, rtpTime: number): number | undefined {
    const anchor = this.#anchors[track];
    const rate = this.#clockRates[track];
    if (anchor === undefined || rate === undefined) return undefined;
    return anchor.wallMs + (rtpTimeDelta(rtpTime, anchor.rtpTime) / rate) * 1000;
  }

  rtpTimeAt(track: number, wallMs: number): number | undefined {
    const anchor = this.#anchors[track];
    const rate = this.#clockRates[track];
    if (anchor === undefined || rate === undefined) return undefined;
    return (anchor.rtpTime + Math.round(((wallMs - anchor.wallMs) * rate) / 1000)) >>> 0;
  }
}
