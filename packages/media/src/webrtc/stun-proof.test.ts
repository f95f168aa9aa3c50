import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStunRequest, provesPassword } from './stun-proof.ts';

// The sample request of RFC 5769, 2.1.
const password = 'VOkJxbRl1RmTxUk/WvJxBt';
const request = Buffer.from(
  '000100582112a442b7e7a701bc34d686fa87dfae' +
    '802200105354554e207465737420636c69656e74' +
    '002400046e0001ff80290008932ff9b151263b36' +
    '000600096576746a3a68367659202020' +
    '000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a2' +
    '80280004e57a3bcf',
  'hex',
);

describe('the sender of a STUN request', () => {
  it('is accepted with the password', () => {
    expect(isStunRequest(request)).toBe(true);
    expect(provesPassword(request, password)).toBe(true);
  });

  it('is rejected with another password, with a proof for another message, or without one', () => {
    expect(provesPassword(request, `${password}x`)).toBe(false);
    const altered = Buffer.from(request);
    altered.writeUInt8(altered.readUInt8(45) ^ 1, 45);
    expect(provesPassword(altered, password)).toBe(false);
    expect(provesPassword(request.subarray(0, 76), password)).toBe(false);
    expect(provesPassword(request.subarray(0, 90), password)).toBe(false);
  });

  it('may send anything', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(provesPassword(Buffer.from(bytes), password)).toBe(false);
        expect(provesPassword(Buffer.concat([request.subarray(0, 20), bytes]), password)).toBe(false);
      }),
    );
  });

  it.each([
    ['an answer', '010100002112a442'],
    ['an indication', '001100002112a442'],
    ['DTLS', '16fefd0000000000'],
    ['RTP', '8060000000000000'],
    ['no magic', '0001000000000000'],
  ])('%s is not a request', (_title, head) => {
    expect(isStunRequest(Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(12)]))).toBe(false);
  });
});
