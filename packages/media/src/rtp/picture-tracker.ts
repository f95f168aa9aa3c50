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
  /** The packet starts a new picture, including its parameter sets and messages. */
  startsPicture: boolean;
  /** The packet contains the first slice of a random access picture. */
  startsKeyframe: boolean;
  /** That picture came without the parameter sets it needs. */
  lacksParameterSets: boolean;
  /** The packet contains part of a picture. */
  carriesPicture: boolean;
  /** The packet contains parameter sets, complete or in part. */
  carriesSets: boolean;
  /** The packet can only be of another codec than the track's. */
  isOfOtherCodec: boolean;
}

/** Finds the starts of pictures and keyframes in the packets of a video track. */
export class PictureTracker implements NalVisitor {
  readonly parameterSets: ParameterSets;
  readonly #codec: VideoCodec;
  // One object for all packets, of which there are thousands per second.
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
    // Some cameras give the leading parameter sets another timestamp; they belong to the next picture.
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
