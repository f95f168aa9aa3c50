import { ByteCursor } from './byte-cursor.ts';
import { childBoxes, findChild } from './child-boxes.ts';
import { avcCodecString, hevcCodecString, mpeg4AudioConfig } from './codec-string.ts';

/** The properties of a track that a player needs before the first sample. */
export type TrackFormat =
  | { kind: 'video'; codec: string; widthPx: number; heightPx: number }
  | { kind: 'audio'; codec: string; sampleRateHz: number; channels: number }
  | { kind: 'other'; codec: string };

export interface SampleEntry {
  format: TrackFormat;
  decoderConfig: Uint8Array;
}

const NONE = new Uint8Array();

function videoEntry(type: string, body: Uint8Array): SampleEntry {
  const cursor = new ByteCursor(body);
  cursor.skip(24);
  const [widthPx, heightPx] = [cursor.u16(), cursor.u16()];
  cursor.skip(50);
  const children = childBoxes(cursor.bytes(cursor.remaining));
  const size = { widthPx, heightPx };
  const avcC = findChild(children, 'avcC');
  if (avcC) return { format: { kind: 'video', codec: avcCodecString(type, avcC), ...size }, decoderConfig: avcC };
  const hvcC = findChild(children, 'hvcC');
  if (hvcC) return { format: { kind: 'video', codec: hevcCodecString(type, hvcC), ...size }, decoderConfig: hvcC };
  return { format: { kind: 'video', codec: type, ...size }, decoderConfig: NONE };
}

function audioEntry(type: string, body: Uint8Array): SampleEntry {
  const cursor = new ByteCursor(body);
  cursor.skip(16);
  const channels = cursor.u16();
  cursor.skip(6);
  const sampleRateHz = cursor.u32() >>> 16;
  const esds = findChild(childBoxes(cursor.bytes(cursor.remaining)), 'esds');
  if (!esds) return { format: { kind: 'audio', codec: type, sampleRateHz, channels }, decoderConfig: NONE };
  const { codec, decoderConfig } = mpeg4AudioConfig(type, esds);
  return { format: { kind: 'audio', codec, sampleRateHz, channels }, decoderConfig };
}

/** Reads the first sample entry of an stsd body; one entry per track is what recorded segments have. */
export function readSampleEntry(handler: string, stsd: Uint8Array): SampleEntry {
  const cursor = new ByteCursor(stsd);
  cursor.skip(8);
  const [entry] = childBoxes(cursor.bytes(cursor.remaining));
  if (!entry) return { format: { kind: 'other', codec: '' }, decoderConfig: NONE };
  switch (handler) {
    case 'vide':
      return videoEntry(entry.type, entry.body);
    case 'soun':
      return audioEntry(entry.type, entry.body);
    default:
      return { format: { kind: 'other', codec: entry.type }, decoderConfig: NONE };
  }
}
