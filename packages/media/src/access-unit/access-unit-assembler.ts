import { RateLimit } from '@holdfast/kit';
import { announcesRecoveryPoint } from '../rtp/nal-units.ts';
import { PacketOrder } from '../rtp/packet-order.ts';
import { rtpMarker, rtpPayloadEnd, rtpPayloadStart, rtpTimestamp } from '../rtp/rtp.ts';
import type { VideoCodec, VideoTrack } from '../rtp/sdp.ts';
import { type AccessUnitSink, type KeyframeKind, nalRate, type UnitFault, unitLimits } from './access-unit.ts';
import type { ByteArena } from './byte-arena.ts';
import { isSliceType, keyframeKind, leadsPicture, nalHeaderBytes, nalType } from './nal-kinds.ts';
import { isParameterSetType, ParameterBook } from './parameter-book.ts';
import { type Field, fieldOf, isFirstSlice, isSecondField, pictureSetOf } from './slice-header.ts';
import { beginsWithStartCode, splitAtStartCodes } from './start-codes.ts';

const aggregateTypes: Record<VideoCodec, number> = { h264: 24, h265: 48 };
const fragmentTypes: Record<VideoCodec, number> = { h264: 28, h265: 49 };
const H264_MESSAGE = 6;
const H264_PREFIX = 14;
/** Groups of pictures in which every marker was at the end of a picture, before markers are trusted. */
const TRUSTED_GROUPS = 2;

/**
 * Assembles the packets of a video track into complete pictures (access units). A picture ends where the next one
 * starts: at a first slice, at a NAL unit that can only precede a picture, or at another timestamp. Markers are used only
 * on request, and only after they were right for two groups: some cameras never set them, others set them on every
 * slice. A picture that lacks a packet or exceeds the limits is dropped as a whole.
 */
export class AccessUnitAssembler {
  readonly #codec: VideoCodec;
  readonly #arena: ByteArena;
  readonly #sink: AccessUnitSink;
  readonly #isPrompt: boolean;
  readonly #book: ParameterBook;
  readonly #order: PacketOrder;
  /** Tiny pictures cost as much time as large ones: a flood of them would keep the process from all other cameras. */
  readonly #nalRate = new RateLimit(nalRate, 0);

  /** Start of the picture being assembled, and its properties. */
  #from: number;
  #nals = 0;
  #fault: UnitFault | undefined;
  #sliceSeen = false;
  #rtpTime = 0;
  #arrivedMs = 0;
  #keyframe: KeyframeKind | undefined;
  #pictureSet = -1;
  #field: Field | undefined;
  #recoveryAnnounced = false;
  /** Start and number of NAL units that may belong to the next picture; some senders repeat them within a picture. */
  #leadFrom: number | undefined;
  #leads = 0;

  /** Position of the length field of a fragmented NAL unit; undefined between NAL units. */
  #nalFrom: number | undefined;
  #nalType = 0;

  #afterLoss = false;
  #lastMarked = false;
  #usesMarkers = false;
  #rightGroups = 0;
  #endedByMarker = false;
  /** The camera packs several NAL units, separated by start codes, into one. */
  #hasStartCodes = false;

  constructor({
    track,
    arena,
    sink,
    isPrompt = false,
  }: {
    track: VideoTrack;
    arena: ByteArena;
    sink: AccessUnitSink;
    /** Emits a picture with its last packet if the camera's markers can be trusted. */
    isPrompt?: boolean;
  }) {
    this.#codec = track.codec;
    this.#arena = arena;
    this.#sink = sink;
    this.#isPrompt = isPrompt;
    this.#book = new ParameterBook(track);
    this.#from = arena.end;
    this.#order = new PacketOrder({
      packet: (framed, { lost, arrivedMs }) => this.#packet(framed, lost, arrivedMs),
      restarted: () => this.#restarted(),
    });
  }

  /** One RTP packet with its interleaved header. The bytes are not used after the call. */
  packet(framed: Buffer, arrivedMs: number): void {
    this.#order.push(framed, arrivedMs);
  }

  /** Ends the input: emits the last picture if it is complete. */
  flush(): void {
    this.#order.flush();
    if (this.#nalFrom !== undefined || (this.#usesMarkers && !this.#lastMarked)) this.#damage('incomplete');
    this.#finishAll();
  }

  #restarted(): void {
    if (this.#nalFrom !== undefined || !this.#lastMarked) this.#damage('incomplete');
    this.#finishAll();
    this.#afterLoss = true;
    this.#sink.restarted();
  }

  #packet(framed: Buffer, lost: number, arrivedMs: number): void {
    const from = rtpPayloadStart(framed);
    const to = from < 0 ? -1 : rtpPayloadEnd(framed, from);
    if (lost > 0) this.#noteLoss();
    if (to - from < 2) return;
    this.#nalRate.refill(arrivedMs);
    if (!this.#nalRate.take()) {
      this.#damage('too-large');
      this.#afterLoss = true;
      return;
    }
    const rtpTime = rtpTimestamp(framed);
    const type = nalType(this.#codec, framed[from] ?? 0);
    if (type === fragmentTypes[this.#codec]) this.#nalFragment(framed, from, to, rtpTime);
    else {
      if (this.#nalFrom !== undefined) this.#damage('incomplete');
      if (type === aggregateTypes[this.#codec]) this.#aggregate(framed, from, to, rtpTime);
      else if (this.#isSingle(type) || beginsWithStartCode(framed, from)) this.#wholeNal(framed, from, to, rtpTime);
      else {
        if (this.#lastMarked && this.#sliceSeen) this.#finishPicture();
        this.#damage('unsupported');
      }
    }
    this.#arrivedMs = arrivedMs;
    this.#lastMarked = rtpMarker(framed);
    this.#usesMarkers ||= this.#lastMarked;
    if (this.#lastMarked && this.#isPrompt && this.#rightGroups >= TRUSTED_GROUPS) this.#endAtMarker();
  }

  #isSingle(type: number): boolean {
    return this.#codec === 'h264' ? type > 0 && type < 24 : type < 48;
  }

  /** The lost packet may have been the end of the current picture and the start of the next one. */
  #noteLoss(): void {
    const isOpen = this.#sliceSeen || this.#nals > 0;
    if (isOpen && this.#lastMarked && this.#sliceSeen && this.#nalFrom === undefined) this.#finishPicture();
    else if (isOpen) this.#damage('incomplete');
    this.#afterLoss = true;
  }

  #endAtMarker(): void {
    if (!this.#sliceSeen || this.#nalFrom !== undefined || this.#leadFrom !== undefined) return;
    this.#finishPicture();
    this.#endedByMarker = true;
  }

  #aggregate(framed: Buffer, from: number, to: number, rtpTime: number): void {
    let nals = 0;
    for (let at = from + nalHeaderBytes[this.#codec]; at + 2 <= to; ) {
      const bytes = framed.readUInt16BE(at);
      const start = at + 2;
      // Some cameras pad NAL units with zeros.
      if (bytes === 0) return;
      if (start + bytes > to) {
        this.#damage('incomplete');
        return;
      }
      // Thousands of tiny pictures in each packet would keep the process busy.
      nals += 1;
      if (nals > unitLimits.nalUnits || !this.#nalRate.take()) {
        this.#damage('too-large');
        return;
      }
      this.#wholeNal(framed, start, start + bytes, rtpTime);
      at = start + bytes;
    }
  }

  #nalFragment(framed: Buffer, from: number, to: number, rtpTime: number): void {
    const headerBytes = nalHeaderBytes[this.#codec];
    const dataFrom = from + headerBytes + 1;
    if (dataFrom > to) return;
    const flags = framed[dataFrom - 1] ?? 0;
    const starts = (flags & 0x80) !== 0;
    if (starts) {
      if (this.#nalFrom !== undefined) this.#damage('incomplete');
      const type = this.#codec === 'h264' ? flags & 0x1f : flags & 0x3f;
      const first = framed[from] ?? 0;
      header[0] = this.#codec === 'h264' ? (first & 0xe0) | type : (first & 0x81) | (type << 1);
      header[1] = framed[from + 1] ?? 0;
      this.#beginNal(type, framed, dataFrom, to, rtpTime);
      this.#store(header, 0, headerBytes);
    } else if (this.#nalFrom === undefined) {
      this.#damage('incomplete');
      return;
    }
    this.#store(framed, dataFrom, to);
    if ((flags & 0x40) !== 0) this.#endFragmentedNal(rtpTime);
  }

  #endFragmentedNal(rtpTime: number): void {
    const from = this.#nalFrom;
    if (from === undefined || this.#fault !== undefined) {
      this.#nalFrom = undefined;
      return;
    }
    const isSet = isParameterSetType(this.#codec, this.#nalType);
    if (!isSet && !this.#hasStartCodes) {
      this.#endNal();
      return;
    }
    const [first, ...more] = splitAtStartCodes(
      Buffer.concat(this.#arena.pieces(from + 4, this.#arena.end)),
      unitLimits.nalUnits,
    );
    if (first === undefined) {
      this.#damage('too-large');
      return;
    }
    if (isSet) this.#book.note(first);
    this.#arena.truncate(from + 4 + first.length);
    this.#endNal();
    for (const nal of more) this.#wholeNal(nal, 0, nal.length, rtpTime);
  }

  /** NAL units that are complete in a packet: one, or several between start codes. */
  #wholeNal(framed: Buffer, from: number, to: number, rtpTime: number): void {
    const headerBytes = nalHeaderBytes[this.#codec];
    if (to - from <= headerBytes) return;
    if (beginsWithStartCode(framed, from)) this.#hasStartCodes = true;
    const type = nalType(this.#codec, framed[from] ?? 0);
    const isSet = isParameterSetType(this.#codec, type);
    if (this.#hasStartCodes || isSet) {
      const nals = splitAtStartCodes(framed.subarray(from, to), unitLimits.nalUnits);
      if (nals.length === 0) {
        this.#damage('too-large');
        return;
      }
      if (nals.length > 1 || this.#hasStartCodes) {
        this.#hasStartCodes = true;
        for (const nal of nals)
          if (nal.length > headerBytes) this.#storeNal(nalType(this.#codec, nal[0] ?? 0), nal, 0, nal.length, rtpTime);
        return;
      }
    }
    this.#storeNal(type, framed, from, to, rtpTime);
  }

  #storeNal(type: number, framed: Buffer, from: number, to: number, rtpTime: number): void {
    this.#beginNal(type, framed, from + nalHeaderBytes[this.#codec], to, rtpTime);
    this.#store(framed, from, to);
    if (isParameterSetType(this.#codec, type)) this.#book.note(framed.subarray(from, to));
    else if (type === H264_MESSAGE && this.#codec === 'h264' && announcesRecoveryPoint(framed, from, to))
      this.#recoveryAnnounced = true;
    this.#endNal();
  }

  /** `bodyFrom`: the first byte after the header of the NAL unit. */
  #beginNal(type: number, framed: Buffer, bodyFrom: number, to: number, rtpTime: number): void {
    const isSlice = isSliceType(this.#codec, type);
    const first = isSlice && isFirstSlice(framed[bodyFrom] ?? 0);
    const field = first && this.#book.mayHaveFields ? this.#fieldAt(framed, bodyFrom, to) : undefined;
    if (this.#sliceSeen || this.#fault !== undefined) {
      if (this.#beginsPicture(type, { isSlice, first, field, rtpTime })) this.#finishPicture();
      else if (isSlice) {
        if (this.#lastMarked) this.#rightGroups = 0;
        this.#leadFrom = undefined;
      } else if (leadsPicture(this.#codec, type)) this.#leadFrom ??= this.#arena.end;
    } else if (this.#endedByMarker && isSlice && !first && rtpTime === this.#rtpTime) {
      // The marker came too early: the rest of this picture has to be dropped.
      this.#rightGroups = 0;
      this.#damage('incomplete');
    }
    this.#endedByMarker = false;
    if (isSlice && !this.#sliceSeen) this.#firstSlice(type, framed, bodyFrom, to, { first, field, rtpTime });
    this.#nals += 1;
    this.#leads = this.#leadFrom === undefined ? 0 : this.#leads + 1;
    if (this.#nals > unitLimits.nalUnits) this.#damage('too-large');
    this.#nalType = type;
    this.#nalFrom = this.#arena.end;
    if (this.#fault === undefined) this.#arena.appendUint32(0);
  }

  #beginsPicture(
    type: number,
    { isSlice, first, field, rtpTime }: { isSlice: boolean; first: boolean; field: Field | undefined; rtpTime: number },
  ): boolean {
    if (isSlice && isSecondField(this.#field, field)) {
      // A frame has two fields: a third one starts the next frame.
      this.#field = undefined;
      return false;
    }
    if (isSlice) return first;
    const isOfOtherTime = rtpTime !== this.#rtpTime || this.#fault !== undefined;
    if (type === H264_PREFIX && this.#codec === 'h264') return isOfOtherTime;
    return leadsPicture(this.#codec, type) && this.#leadFrom === undefined && isOfOtherTime;
  }

  #firstSlice(
    type: number,
    framed: Buffer,
    bodyFrom: number,
    to: number,
    { first, field, rtpTime }: { first: boolean; field: Field | undefined; rtpTime: number },
  ): void {
    if (!first && this.#afterLoss) this.#damage('incomplete');
    this.#afterLoss = false;
    this.#sliceSeen = true;
    this.#rtpTime = rtpTime;
    this.#field = field;
    this.#keyframe = keyframeKind(this.#codec, type) ?? (this.#recoveryAnnounced ? 'open' : undefined);
    this.#recoveryAnnounced = false;
    if (this.#keyframe !== undefined) this.#pictureSet = pictureSetOf(this.#codec, type, framed.subarray(bodyFrom, to));
  }

  #fieldAt(framed: Buffer, from: number, to: number): Field | undefined {
    const body = framed.subarray(from, to);
    return fieldOf(body, this.#book.sequenceOf(pictureSetOf('h264', 1, body))?.slices);
  }

  #store(source: Buffer, from: number, to: number): void {
    if (this.#fault !== undefined) return;
    if (this.#arena.end - this.#from + to - from > unitLimits.bytes) this.#damage('too-large');
    else this.#arena.append(source, from, to);
  }

  #endNal(): void {
    if (this.#nalFrom !== undefined && this.#fault === undefined)
      this.#arena.writeUint32(this.#nalFrom, this.#arena.end - this.#nalFrom - 4);
    this.#nalFrom = undefined;
  }

  #damage(fault: UnitFault): void {
    // NAL units that precede the next picture do not damage the current one.
    if (this.#leadFrom !== undefined) this.#finishPicture();
    this.#nalFrom = undefined;
    if (this.#fault !== undefined) return;
    this.#fault = fault;
    this.#arena.truncate(this.#from);
  }

  #finishAll(): void {
    this.#finishPicture();
    if (this.#nals > 0) this.#finishPicture();
  }

  #finishPicture(): void {
    const end = this.#leadFrom ?? this.#arena.end;
    if (this.#fault !== undefined) this.#sink.dropped(this.#fault);
    else if (this.#sliceSeen) this.#emit(end);
    else this.#arena.truncate(this.#from);
    this.#from = this.#leadFrom ?? this.#arena.end;
    this.#nals = this.#leads;
    this.#leadFrom = undefined;
    this.#leads = 0;
    this.#fault = undefined;
    this.#sliceSeen = false;
    this.#keyframe = undefined;
    this.#field = undefined;
  }

  #emit(to: number): void {
    if (!this.#lastMarked) this.#rightGroups = 0;
    else if (this.#keyframe !== undefined) this.#rightGroups += 1;
    this.#sink.unit({
      from: this.#from,
      to,
      rtpTime: this.#rtpTime,
      arrivedMs: this.#arrivedMs,
      keyframe: this.#keyframe,
      setup: this.#keyframe === undefined ? undefined : this.#book.setupOf(this.#pictureSet),
    });
  }
}

/** The header of a fragmented NAL unit; consumed before the next call. */
const header = Buffer.alloc(2);
