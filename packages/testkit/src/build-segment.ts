const ascii = (text: string) => Buffer.from(text, 'latin1');

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function u64(value: number | bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), ascii(type), body]);
}

export const fullBox = (type: string, versionAndFlags: number, ...parts: Uint8Array[]) =>
  box(type, u32(versionAndFlags), ...parts);

const zeros = (length: number) => Buffer.alloc(length);

const AVCC = Buffer.from([1, 0x64, 0x00, 0x28, 0xff, 0xe0, 0]);
const AAC_CONFIG = Buffer.from([0x11, 0x90]);

const esds = (bitrate: number) => {
  const specific = Buffer.concat([Buffer.from([5, AAC_CONFIG.length]), AAC_CONFIG]);
  const decoder = Buffer.concat([Buffer.from([0x40, 0x15, 0, 0, 0]), u32(bitrate), u32(bitrate), specific]);
  const stream = Buffer.concat([Buffer.from([0, 1, 0, 4, decoder.length]), decoder]);
  return fullBox('esds', 0, Buffer.from([3, stream.length]), stream);
};

const videoEntry = (widthPx: number, avcC: Uint8Array) =>
  box('avc1', zeros(24), u16(widthPx), u16(1080), zeros(50), box('avcC', avcC));

const audioEntry = (bitrate: number) => box('mp4a', zeros(16), u16(2), zeros(6), u32(48_000 * 65_536), esds(bitrate));

const trak = ({ id, handler, timescale, entry }: { id: number; handler: string; timescale: number; entry: Buffer }) =>
  box(
    'trak',
    fullBox('tkhd', 3, zeros(8), u32(id), zeros(68)),
    box(
      'mdia',
      fullBox('mdhd', 0, zeros(8), u32(timescale), zeros(8)),
      fullBox('hdlr', 0, u32(0), ascii(handler), zeros(13)),
      box('minf', box('stbl', fullBox('stsd', 0, u32(1), entry))),
    ),
  );

export interface BuiltTrack {
  sampleTicks: number;
  /** Samples in each fragment; a zero leaves the track out of that fragment. */
  samplesPerFragment: number[];
}

export interface SegmentPlan {
  video: BuiltTrack;
  audio?: BuiltTrack;
  sidx?: 'none' | 'right' | 'late' | 'shifted';
  widthPx?: number;
  audioBitrate?: number;
  avcC?: Uint8Array;
}

const VIDEO_TIMESCALE = 90_000;
const AUDIO_TIMESCALE = 48_000;
const VIDEO_SAMPLE_BYTES = 40;
const AUDIO_SAMPLE_BYTES = 12;

export function buildInit(plan: SegmentPlan): Buffer {
  const video = videoEntry(plan.widthPx ?? 1920, plan.avcC ?? AVCC);
  const tracks = [trak({ id: 1, handler: 'vide', timescale: VIDEO_TIMESCALE, entry: video })];
  if (plan.audio) {
    const entry = audioEntry(plan.audioBitrate ?? 128_000);
    tracks.push(trak({ id: 2, handler: 'soun', timescale: AUDIO_TIMESCALE, entry }));
  }
  const trexes = tracks.map((_, i) => fullBox('trex', 0, u32(i + 1), u32(1), zeros(12)));
  return Buffer.concat([
    box('ftyp', ascii('iso5'), u32(512), ascii('iso5iso6mp41')),
    box('moov', fullBox('mvhd', 0, zeros(96)), ...tracks, box('mvex', ...trexes)),
  ]);
}

interface Traf {
  id: number;
  startTicks: number;
  sampleTicks: number;
  samples: number;
  sampleBytes: number;
  keyframe: boolean;
}

function buildFragment(trafs: Traf[]): Buffer {
  const moof = (dataStart: number) => {
    let at = dataStart;
    const boxes = trafs.map((traf) => {
      const dataOffset = at;
      at += traf.samples * traf.sampleBytes;
      const tfhd = fullBox('tfhd', 0x20038, u32(traf.id), u32(traf.sampleTicks), u32(traf.sampleBytes), u32(0x1010000));
      const tfdt = fullBox('tfdt', 0x1000000, u64(traf.startTicks));
      const sizes = Buffer.concat(Array.from({ length: traf.samples }, () => u32(traf.sampleBytes)));
      const first = u32(traf.keyframe ? 0x2000000 : 0x1010000);
      return box('traf', tfhd, tfdt, fullBox('trun', 0x205, u32(traf.samples), u32(dataOffset), first, sizes));
    });
    return box('moof', fullBox('mfhd', 0, u32(1)), ...boxes);
  };
  const dataBytes = trafs.reduce((sum, traf) => sum + traf.samples * traf.sampleBytes, 0);
  return Buffer.concat([moof(moof(0).length + 8), box('mdat', Buffer.alloc(dataBytes, 0xab))]);
}

function buildSidx(
  track: { id: number; timescale: number; durations: number[] },
  sizes: number[],
  firstOffset: number,
) {
  const references = track.durations.map((ticks, i) =>
    Buffer.concat([u32(sizes[i] ?? 0), u32(ticks), u32(0x80000000)]),
  );
  const head = [u32(track.id), u32(track.timescale), u64(0), u64(firstOffset), u16(0), u16(references.length)];
  return fullBox('sidx', 0x1000000, ...head, ...references);
}

/** A segment laid out as the recorder's ffmpeg does, with every number known in advance. */
export function buildSegment(plan: SegmentPlan): Buffer {
  const count = plan.video.samplesPerFragment.length;
  const tracks = [
    { id: 1, timescale: VIDEO_TIMESCALE, sampleBytes: VIDEO_SAMPLE_BYTES, ...plan.video },
    ...(plan.audio ? [{ id: 2, timescale: AUDIO_TIMESCALE, sampleBytes: AUDIO_SAMPLE_BYTES, ...plan.audio }] : []),
  ];
  const elapsed = new Map<number, number>();
  const fragments = Array.from({ length: count }, (_, i) => {
    const trafs = tracks.flatMap((track): Traf[] => {
      const samples = track.samplesPerFragment[i] ?? 0;
      if (samples === 0) return [];
      const startTicks = elapsed.get(track.id) ?? 0;
      elapsed.set(track.id, startTicks + samples * track.sampleTicks);
      const { id, sampleTicks, sampleBytes } = track;
      return [{ id, startTicks, sampleTicks, samples, sampleBytes, keyframe: true }];
    });
    return buildFragment(trafs);
  });
  const init = buildInit(plan);
  if ((plan.sidx ?? 'none') === 'none') return Buffer.concat([init, ...fragments]);
  const sizes = fragments.map((fragment) => fragment.length + (plan.sidx === 'shifted' ? 4 : 0));
  const late = plan.sidx === 'late' ? 1 : 0;
  const perTrack = tracks.map(({ id, timescale, sampleTicks, samplesPerFragment }) => ({
    id,
    timescale,
    durations: samplesPerFragment.map((samples) => samples * sampleTicks + late),
  }));
  const lengths = perTrack.map((track) => buildSidx(track, sizes, 0).length);
  const sidxes = perTrack.map((track, i) =>
    buildSidx(
      track,
      sizes,
      lengths.slice(i + 1).reduce((sum, length) => sum + length, 0),
    ),
  );
  return Buffer.concat([init, ...sidxes, ...fragments]);
}
