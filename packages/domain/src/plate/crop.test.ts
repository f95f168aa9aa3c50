import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CROP_LIMITS, checkCropJpeg } from './crop.ts';

const segment = (marker: number, ...payload: number[]) => [
  0xff,
  marker,
  (payload.length + 2) >> 8,
  (payload.length + 2) & 255,
  ...payload,
];
const frame = ({ width = 120, height = 40, components = 3, marker = 0xc0, precision = 8 } = {}) =>
  segment(
    marker,
    precision,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    components,
    ...new Array(components * 3).fill(1),
  );
const soi = [0xff, 0xd8];
const eoi = [0xff, 0xd9];
const app0 = segment(0xe0, 0x4a, 0x46, 0x49, 0x46, 0);
const scan = [...segment(0xda, 1, 1, 0, 0, 63, 0), 0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56];
const jpeg = (options = {}) => [...soi, ...app0, ...frame(options), ...scan, ...eoi];
const check = (bytes: number[] | string) =>
  checkCropJpeg(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes));

// 16 by 8 red pixels as ffmpeg writes them.
const REAL =
  '/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYGBgYGBgYHBwcICAgHBwcGBgcHCAgICAkJCQgICAgJCQoKCgwMCwsODg4RERT/xABMAAEBAAAAAAAAAAAAAAAAAAAABgEBAQAAAAAAAAAAAAAAAAAABgcQAQAAAAAAAAAAAAAAAAAAAAARAQAAAAAAAAAAAAAAAAAAAAD/wAARCAAIABADASIAAhEAAxEA/9oADAMBAAIRAxEAPwCLAFF/f//Z';

describe('crop check', () => {
  it.each([
    ['baseline', { marker: 0xc0 }],
    ['extended', { marker: 0xc1 }],
    ['progressive', { marker: 0xc2 }],
    ['grey', { components: 1 }],
  ])('takes a %s JPEG and returns its size', (_title, options) =>
    expect(check(jpeg(options))).toEqual({ kind: 'jpeg', width: 120, height: 40 }),
  );

  it('takes a picture of a real encoder', () =>
    expect(check([...Buffer.from(REAL, 'base64')])).toEqual({ kind: 'jpeg', width: 16, height: 8 }));

  it('takes 4096 pixels a side and no more', () => {
    expect(check(jpeg({ width: 4096, height: 4096 })).kind).toBe('jpeg');
    expect(check(jpeg({ width: 4097 }))).toEqual({ kind: 'refused', reason: 'too-many-pixels' });
    expect(check(jpeg({ width: 10_000, height: 10_000 }))).toEqual({ kind: 'refused', reason: 'too-many-pixels' });
  });

  it('takes several scans and fill bytes before a marker', () =>
    expect(
      check([...soi, 0xff, ...app0, ...frame({ marker: 0xc2 }), ...scan, ...segment(0xc4, 0), ...scan, ...eoi]).kind,
    ).toBe('jpeg'));

  it('ignores an end marker or a frame inside a segment', () => {
    const thumbnail = segment(0xe1, ...soi, ...frame({ width: 9 }), ...eoi);
    expect(check([...soi, ...thumbnail, ...frame(), ...scan, ...eoi])).toEqual({
      kind: 'jpeg',
      width: 120,
      height: 40,
    });
    expect(check([...soi, ...thumbnail])).toEqual({ kind: 'refused', reason: 'truncated' });
  });

  it.each([
    ['nothing', '', 'not-a-jpeg'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'not-a-jpeg'],
    ['HTML', '<!doctype html><script>1</script>', 'not-a-jpeg'],
    ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'not-a-jpeg'],
    ['a JPEG magic before HTML', [...soi, 0xff, ...Buffer.from('<html>')], 'not-a-jpeg'],
    ['a picture with a page behind it', [...jpeg(), ...Buffer.from('<script>1</script>')], 'trailing-bytes'],
    ['a picture without a scan', [...soi, ...frame(), ...eoi], 'not-a-jpeg'],
    ['a scan without a frame', [...soi, ...scan, ...eoi], 'not-a-jpeg'],
    ['two frames', [...soi, ...frame(), ...frame(), ...scan, ...eoi], 'not-a-jpeg'],
    ['a segment length below two', [...soi, 0xff, 0xe0, 0, 1, ...eoi], 'not-a-jpeg'],
    ['no pixels', jpeg({ width: 0 }), 'unsupported-jpeg'],
    ['12 bits', jpeg({ precision: 12 }), 'unsupported-jpeg'],
    ['lossless', jpeg({ marker: 0xc3 }), 'unsupported-jpeg'],
    ['arithmetic coding', jpeg({ marker: 0xc9 }), 'unsupported-jpeg'],
    ['5 MB', new Array(5_000_000).fill(0xff), 'too-many-bytes'],
  ])('refuses %s', (_title, bytes, reason) => expect(check(bytes)).toEqual({ kind: 'refused', reason }));

  it('refuses every shortened picture', () => {
    const whole = jpeg();
    const accepted = whole.map((_, length) => check(whole.slice(0, length))).filter(({ kind }) => kind === 'jpeg');
    expect(accepted).toEqual([]);
  });

  it('accepts or refuses any bytes without throwing', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((rest) => Uint8Array.from([...soi, ...rest])),
      fc
        .tuple(fc.nat({ max: jpeg().length - 1 }), fc.nat({ max: 255 }))
        .map(([at, byte]) => Uint8Array.from(jpeg()).with(at, byte)),
    );
    fc.assert(
      fc.property(bytes, (input) => {
        const checked = checkCropJpeg(input);
        if (checked.kind === 'refused') return;
        expect(Math.max(checked.width, checked.height)).toBeLessThanOrEqual(CROP_LIMITS.sidePixels);
        expect([...input.slice(-2)]).toEqual(eoi);
      }),
    );
  });
});
