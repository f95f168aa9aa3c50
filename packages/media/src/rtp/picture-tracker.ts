import {
  announcesRecoveryPoint,
  isOfOtherCodec,
  isParameterSet,
  isPicture,
  isRandomAccess,
  type NalPiece,
  type NalVisitor,
  visitNals,
} from './nal-units.ts';
import { ParameterSets, parameterSetsFromFormat } from './parameter-sets.ts';
import { rtpTimestamp } from './rtp.ts';
import type { VideoCodec, VideoTrack } from './sdp.ts';

export interface PacketFindings {
  /** The packet begins a new picture, its leading sets and messages included. */
  startsPicture: boolean;
  /** The packet carries the first slice of a picture that a decoder can start on. */
  startsKeyframe: boolean;
  /** That picture came without the parameter sets it needs. */
  lacksParameterSets: boolean;
  /** The packet carries a part of a picture. */
  carriesPicture: boolean;
  /** The packet carries parameter sets, whole or in part. */
  carriesSets: boolean;
  /** The packet can only be of another codec than the track's. */
  isOfOtherCodec: boolean;
}

/** Follows a video track packet by packet and finds where pictures and keyframes begin. */
export class PictureTracker implements NalVisitor {
  readonly parameterSets: ParameterSets;
  readonly #codec: VideoCodec;
  // One object for all packets: thousands of packets a second pass here.
  readonly #findings: PacketFindings = {
    startsPicture: false,
    startsKeyframe: false,
    lacksParameterSets: false,
    carriesPicture: false,
    carriesSets: false,
    isOfOtherCodec: false,
  };
  #packet: Buffer = Buffer.alloc(0);
  #picture = 0;
  #timestamp = -1;
  #slicesSeen = true;
  #keyframeSeen = false;
  #setsSeen = false;
  #recoveryAnnounced = false;

  constructor(track: VideoTrack) {
    this.#codec = track.codec;
    this.parameterSets = new ParameterSets(track.codec, parameterSetsFromFormat(track));
  }

  /** The result is valid until the next call. */
  observe(packet: Buffer, payload: { from: number; to: number }): PacketFindings {
    const findings = this.#findings;
    findings.startsPicture = false;
    findings.startsKeyframe = false;
    findings.lacksParameterSets = false;
    findings.carriesPicture = false;
    findings.carriesSets = false;
    findings.isOfOtherCodec = isOfOtherCodec(this.#codec, packet, payload);
    const timestamp = rtpTimestamp(packet);
    // Some cameras stamp leading parameter sets differently; they belong to the picture that follows.
    if (timestamp !== this.#timestamp && this.#slicesSeen) this.#beginPicture();
    this.#timestamp = timestamp;
    this.#packet = packet;
    if (!findings.isOfOtherCodec) visitNals(this.#codec, packet, payload, this);
    return findings;
  }

  #beginPicture(): void {
    this.#picture += 1;
    this.#slicesSeen = false;
    this.#keyframeSeen = false;
    this.#setsSeen = false;
    this.#recoveryAnnounced = false;
    this.#findings.startsPicture = true;
  }

  nal({ type, piece, from, to }: { type: number; piece: NalPiece; from: number; to: number }): void {
    if (isParameterSet(this.#codec, type)) {
      this.#setsSeen = true;
      this.#findings.carriesSets = true;
      if (piece === 'whole') this.parameterSets.note(this.#packet.subarray(from, to), this.#picture);
      return;
    }
    if (this.#codec === 'h264' && type === 6 && piece === 'whole') {
      if (announcesRecoveryPoint(this.#packet, from, to)) this.#recoveryAnnounced = true;
      return;
    }
    if (!isPicture(this.#codec, type)) return;
    this.#slicesSeen = true;
    this.#findings.carriesPicture = true;
    if (piece === 'rest' || this.#keyframeSeen) return;
    if (!isRandomAccess(this.#codec, type) && !this.#recoveryAnnounced) return;
    this.#keyframeSeen = true;
    this.#findings.startsKeyframe = true;
    this.#findings.lacksParameterSets = !this.#setsSeen;
  }
}
