import { describe, expect, it } from 'vitest';
import { avcCodecString, hevcCodecString, mpeg4AudioConfig } from './codec-string.ts';

describe('codec strings for browsers', () => {
  it.each([
    ['avc1.42C01E', [1, 0x42, 0xc0, 0x1e]],
    ['avc1.640028', [1, 0x64, 0x00, 0x28]],
  ])('H.264: %s', (expected, avcC) => expect(avcCodecString('avc1', Uint8Array.from(avcC))).toBe(expected));

  it.each([
    ['hvc1.1.6.L93.B0', [1, 0x01, 0x60, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 93]],
    ['hvc1.2.4.L120.90', [1, 0x02, 0x20, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 120]],
    ['hvc1.A4.10.H153.0.8', [1, 0x64, 0x08, 0, 0, 0, 0, 8, 0, 0, 0, 0, 153]],
  ])('H.265: %s', (expected, hvcC) => expect(hevcCodecString('hvc1', Uint8Array.from(hvcC))).toBe(expected));

  it.each([
    ['mp4a.40.2', [0x11, 0x90]],
    ['mp4a.40.5', [0x2b, 0x92, 0x08, 0x00]],
    ['mp4a.40.42', [0xf9, 0x40]],
  ])('audio: %s', (expected, config) => {
    const specific = [5, 0x80, 0x80, 0x80, config.length, ...config];
    const decoder = [4, 13 + specific.length, 0x40, ...Array(12).fill(0), ...specific];
    const esds = [0, 0, 0, 0, 3, 3 + decoder.length, 0, 1, 0, ...decoder];
    expect(mpeg4AudioConfig('mp4a', Uint8Array.from(esds)).codec).toBe(expected);
  });
});
