import { createHmac, timingSafeEqual } from 'node:crypto';

const HEADER_BYTES = 20;
const ATTRIBUTE_HEADER_BYTES = 4;
const MAGIC_COOKIE = 0x2112_a442;
const INTEGRITY = 0x0008;
const INTEGRITY_BYTES = 20;

/** Whether it looks like a STUN request: two leading zero bits, and the class bits of a request. */
export const isStunRequest = (datagram: Buffer): boolean =>
  datagram.length >= HEADER_BYTES &&
  (datagram.readUInt16BE(0) & 0xc110) === 0 &&
  datagram.readUInt32BE(4) === MAGIC_COOKIE;

/** Whether the sender of a STUN message knows the password: MESSAGE-INTEGRITY covers everything before it. */
export function provesPassword(message: Buffer, password: string): boolean {
  for (let at = HEADER_BYTES; at + ATTRIBUTE_HEADER_BYTES <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    const value = message.subarray(at + ATTRIBUTE_HEADER_BYTES, at + ATTRIBUTE_HEADER_BYTES + length);
    if (message.readUInt16BE(at) === INTEGRITY) {
      if (value.length !== INTEGRITY_BYTES) return false;
      const covered = Buffer.from(message.subarray(0, at));
      // Computed as if the message ended after this attribute.
      covered.writeUInt16BE(at + ATTRIBUTE_HEADER_BYTES + INTEGRITY_BYTES - HEADER_BYTES, 2);
      return timingSafeEqual(createHmac('sha1', password).update(covered).digest(), value);
    }
    at += ATTRIBUTE_HEADER_BYTES + Math.ceil(length / 4) * 4;
  }
  return false;
}
