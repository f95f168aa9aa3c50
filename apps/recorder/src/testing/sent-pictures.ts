const hex = (text: string) => Buffer.from(text, 'hex');
const SPS = hex('6742c016da0280bfe5c044000003000400000300a03c58ba80');
const PPS = hex('68ce3c80');

/** Without start codes, and distinguishable by its number. */
const body = (index: number, bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, i) => (i < 4 ? ((index >> (6 * i)) & 0x3f) + 32 : (i % 200) + 20)));

/** Packets of one picture: parameter sets and a keyframe, or a slice, in the given number of parts. */
export function picturePackets({
  index,
  isKeyframe,
  rtpTime,
  firstSequence,
  bytes = 40,
  parts = 1,
}: {
  index: number;
  isKeyframe: boolean;
  rtpTime: number;
  firstSequence: number;
  bytes?: number;
  parts?: number;
}): Buffer[] {
  const slice = Buffer.concat([hex(isKeyframe ? '658880' : '419880'), body(index, bytes)]);
  const payloads = isKeyframe ? [SPS, PPS] : [];
  if (parts === 1) payloads.push(slice);
  else {
    const each = Math.ceil((slice.length - 1) / parts);
    for (let part = 0; part < parts; part += 1) {
      const flags = (part === 0 ? 0x80 : 0) | (part === parts - 1 ? 0x40 : 0) | ((slice[0] ?? 0) & 0x1f);
      const data = slice.subarray(1 + part * each, 1 + (part + 1) * each);
      payloads.push(Buffer.concat([Buffer.from([((slice[0] ?? 0) & 0xe0) | 28, flags]), data]));
    }
  }
  return payloads.map((payload, i) => {
    const head = Buffer.alloc(16);
    head.writeUInt8(0x24, 0);
    head.writeUInt16BE(12 + payload.length, 2);
    head.writeUInt8(0x80, 4);
    head.writeUInt8(96 | (i === payloads.length - 1 ? 0x80 : 0), 5);
    head.writeUInt16BE((firstSequence + i) & 0xffff, 6);
    head.writeUInt32BE(rtpTime >>> 0, 8);
    head.writeUInt32BE(7, 12);
    return Buffer.concat([head, payload]);
  });
}
