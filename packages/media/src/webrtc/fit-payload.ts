const FU_A = 28;
const STAP_A = 24;
const START = 0x80;
const END = 0x40;

/**
 * Splits H.264 payloads so that each fits into a datagram. Over TCP a camera may send packets of any size; over UDP a
 * large one would be fragmented by the network, where losing one fragment loses all.
 */
export function fitPayload(payload: Buffer, maxBytes: number): Buffer[] {
  if (payload.length <= maxBytes) return [payload];
  const type = (payload[0] ?? 0) & 0x1f;
  if (type === STAP_A) return unitsOf(payload).flatMap((unit) => (isUnit(unit) ? fitPayload(unit, maxBytes) : []));
  if (type === FU_A) {
    const flags = payload[1] ?? 0;
    return fragments(payload.subarray(2), {
      indicator: payload[0] ?? 0,
      nalType: flags & 0x1f,
      isStart: (flags & START) !== 0,
      isEnd: (flags & END) !== 0,
      maxBytes,
    });
  }
  // Cameras do not send other packet types; they are passed on unchanged.
  if (!isUnit(payload)) return [payload];
  const header = payload[0] ?? 0;
  return fragments(payload.subarray(1), {
    indicator: (header & 0xe0) | FU_A,
    nalType: type,
    isStart: true,
    isEnd: true,
    maxBytes,
  });
}

/** A NAL unit, not another packet type: aggregates within aggregates could be nested without limit. */
const isUnit = (payload: Buffer): boolean => {
  const type = (payload[0] ?? 0) & 0x1f;
  return type >= 1 && type <= 23;
};

interface FragmentPlan {
  indicator: number;
  nalType: number;
  isStart: boolean;
  isEnd: boolean;
  maxBytes: number;
}

function fragments(bytes: Buffer, { indicator, nalType, isStart, isEnd, maxBytes }: FragmentPlan): Buffer[] {
  const room = maxBytes - 2;
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += room) {
    const start = isStart && at === 0 ? START : 0;
    const end = isEnd && at + room >= bytes.length ? END : 0;
    pieces.push(Buffer.concat([Buffer.of(indicator, start | end | nalType), bytes.subarray(at, at + room)]));
  }
  return pieces;
}

/** The units of an aggregate, up to the first damaged one. */
function unitsOf(payload: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = 1; at + 2 < payload.length; ) {
    const length = payload.readUInt16BE(at);
    if (length === 0 || at + 2 + length > payload.length) break;
    units.push(payload.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return units;
}
