import { rtpTimeDelta } from './rtp.ts';

interface Anchor {
  wallMs: number;
  rtpTime: number;
}

const believableReportMs = 60_000;
const clockStepMs = 1_000;

/**
 * Ties the RTP times of all tracks to one wall clock, ours. Until the camera reports, a track is tied to the arrival of
 * its first packet; from then on the camera's own relation between its tracks counts, moved by one constant so that no
 * reader sees a jump (cameras often live in 1970, and some set their clock in mid-stream).
 */
export class SenderClock {
  readonly #clockRates: readonly number[];
  readonly #anchors: (Anchor | undefined)[];
  #cameraToOursMs: number | undefined;

  constructor(clockRates: readonly number[]) {
    this.#clockRates = clockRates;
    this.#anchors = clockRates.map(() => undefined);
  }

  /** Called for the first packet and now and then, so that the distance to the anchor never wraps. */
  notePacket(track: number, rtpTime: number, nowMs: number): void {
    const wallMs = this.wallAt(track, rtpTime) ?? nowMs;
    this.#anchors[track] = { wallMs, rtpTime };
  }

  noteReport(track: number, report: { wallMs: number; rtpTime: number }, nowMs: number): void {
    const expectedMs = this.wallAt(track, report.rtpTime);
    const anchor = this.#anchors[track];
    const rate = this.#clockRates[track];
    if (rate === undefined) return;
    // A report far from the packets themselves is a camera's mistake and would tear sound and picture apart.
    if (anchor && (Math.abs(rtpTimeDelta(report.rtpTime, anchor.rtpTime)) / rate) * 1000 > believableReportMs) return;
    const moved = this.#cameraToOursMs === undefined ? undefined : report.wallMs + this.#cameraToOursMs;
    if (moved === undefined || (expectedMs !== undefined && Math.abs(moved - expectedMs) > clockStepMs))
      this.#cameraToOursMs = (expectedMs ?? nowMs) - report.wallMs;
    this.#anchors[track] = { wallMs: report.wallMs + (this.#cameraToOursMs ?? 0), rtpTime: report.rtpTime };
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
