import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GopCache } from './gop-cache.ts';

const packet = (name: string, bytes = 10) => Buffer.alloc(bytes, name);
/** One letter for each sequence of equal packets. */
const names = (packets: Buffer | undefined) => packets?.toString('latin1').replace(/(.)\1*/gs, '$1');

describe('the cached group of pictures', () => {
  it('starts with the first packet of its keyframe, not with the slice by which it was recognised', () => {
    const cache = new GopCache();
    cache.startPicture();
    cache.add(packet('a'));
    cache.startPicture();
    cache.add(packet('b'));
    cache.startGroup();
    cache.add(packet('c'));
    cache.startPicture();
    cache.add(packet('d'));
    expect(names(cache.group())).toBe('bcd');
  });

  it('is unknown until the first keyframe and then replaced by each next one', () => {
    const cache = new GopCache();
    cache.startPicture();
    cache.add(packet('a'));
    expect(cache.group()).toBeUndefined();
    expect(names(cache.picture())).toBe('a');
    for (const name of ['b', 'c']) {
      cache.startPicture();
      cache.startGroup();
      cache.add(packet(name));
    }
    expect(names(cache.group())).toBe('c');
  });

  it('is dropped when it exceeds its limit, until the next keyframe', () => {
    const cache = new GopCache({ bytes: 25 });
    cache.startPicture();
    cache.startGroup();
    cache.add(packet('a'));
    for (const name of ['b', 'c', 'd']) {
      cache.startPicture();
      cache.add(packet(name));
    }
    expect(cache.group()).toBeUndefined();
    cache.startPicture();
    cache.startGroup();
    cache.add(packet('e'));
    expect(names(cache.group())).toBe('e');
  });

  it('is dropped for a keyframe that is too large by itself', () => {
    const cache = new GopCache({ bytes: 25 });
    cache.startPicture();
    cache.startGroup();
    for (const name of ['a', 'b', 'c', 'd']) cache.add(packet(name));
    expect(cache.group()).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it('never exceeds its limits, and always starts with a keyframe', () => {
    const step = fc.record({ picture: fc.boolean(), keyframe: fc.boolean(), bytes: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = new GopCache({ bytes: 100 });
        for (const { picture, keyframe, bytes } of steps) {
          if (picture) cache.startPicture();
          if (picture && keyframe) cache.startGroup();
          cache.add(packet(picture && keyframe ? 'K' : 'p', bytes));
          const group = cache.group();
          expect(cache.bytes).toBeLessThanOrEqual(100);
          if (group) expect(names(group)?.[0]).toBe('K');
        }
      }),
    );
  });
});
