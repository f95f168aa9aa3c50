/** Joins packets that lie side by side in one received chunk, so that they cost one write instead of many. */
export function joinSpans(packets: readonly Buffer[]): Buffer[] {
  const spans: Buffer[] = [];
  let first: Buffer | undefined;
  let bytes = 0;
  for (const packet of packets) {
    if (first && packet.buffer === first.buffer && packet.byteOffset === first.byteOffset + bytes) {
      bytes += packet.length;
      continue;
    }
    if (first) spans.push(spanOf(first, bytes));
    first = packet;
    bytes = packet.length;
  }
  if (first) spans.push(spanOf(first, bytes));
  return spans;
}

const spanOf = (first: Buffer, bytes: number): Buffer =>
  bytes === first.length ? first : Buffer.from(first.buffer, first.byteOffset, bytes);
