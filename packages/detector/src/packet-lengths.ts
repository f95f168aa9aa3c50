/** The longest that a length of MQTT can be. */
const LENGTH_BYTES = 4;

/**
 * Follows the lengths of MQTT packets in a stream of bytes, without keeping any, from the beginning of a packet on.
 * Calls `onTooLarge` once, with the first bytes of a packet that is larger than `maxBytes`: the library would collect
 * all of it in memory first.
 */
export function watchPacketLengths(maxBytes: number, onTooLarge: () => void): (chunk: Uint8Array) => void {
  /** Bytes of the current packet that are still to come. */
  let rest = 0;
  let length = 0;
  /** Bytes of the length that were read; undefined before the first byte of a packet. */
  let lengthBytes: number | undefined;
  let isOver = false;

  const readHead = (byte: number) => {
    if (lengthBytes === undefined) {
      length = 0;
      lengthBytes = 0;
      return;
    }
    length += (byte & 0x7f) * 128 ** lengthBytes;
    lengthBytes += 1;
    const isWhole = byte < 0x80;
    isOver = length > maxBytes || (!isWhole && lengthBytes === LENGTH_BYTES);
    if (isOver) onTooLarge();
    if (!isWhole) return;
    rest = length;
    lengthBytes = undefined;
  };
  return (chunk) => {
    for (let at = 0; at < chunk.length && !isOver; ) {
      const passed = Math.min(rest, chunk.length - at);
      rest -= passed;
      at += passed;
      if (rest > 0 || at >= chunk.length) return;
      readHead(chunk[at] ?? 0);
      at += 1;
    }
  };
}
