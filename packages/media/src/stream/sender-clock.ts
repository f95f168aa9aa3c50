import { rtpTimeDelta } from '../rtp/rtp.ts';

interface Anchor {
  wallMs: number;
  rtpTime: number;
}

const believableReportMs = 60_000;
const clockStepMs = 1_000;
const timeJumpMs = 3_000;
const waverMs = 40;
/** Unseen, and enough for any clock that is merely not exact. */
const slewMs = 2;
/** Well before the distance between two 32-bit times becomes ambiguous. */
const farRtpDistance = 2 ** 28;

/**
 * Ties the RTP times of all tracks to one wall clock, ours. Until the camera reports, a track is tied to the arrival of
 * its first packet; from then on the camera's own relation between its tracks counts, moved by one constant so that the
 * leading track never jumps for a reader (cameras often live in 1970, and some set their clock in mid-stream). Pictures
 * lead: they are recorded as they come, while sound is fitted to them.
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
  /** How far the leading track is shown from the camera's time, and the others with it. */
  #slackMs = 0;
  #lastOffMs = 0;

  constructor(clockRates: readonly number[], lead: number) {
    this.#clockRates = clockRates;
    this.#lead = lead;
    this.#anchors = clockRates.map(() => undefined);
    this.#lastRtpTimes = clockRates.map(() => 0);
    this.#lastArrivalsMs = clockRates.map(() => 0);
  }

  /** Called for every packet; true when the source has started its RTP time over, so that readers must be told. */
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

  /** Backwards, or forwards by more than has passed; packets that were only held up do neither. */
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
    // A report far from the packets themselves is a camera's mistake and would tear sound and picture apart.
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

  /** How far the leading track goes along: reports waver with the load of the camera, but a clock that runs off goes on. */
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
