import { expect, it } from 'vitest';
import { codecName } from './codec-name.ts';

it.each([
  ['video/mp4; codecs="avc1.64001f, mp4a.40.2"', 'H.264, AAC'],
  ['hvc1.1.6.L93.B0', 'H.265'],
  ['hevc', 'H.265'],
  ['h264', 'H.264'],
  ['aac', 'AAC'],
  ['mjpeg', 'MJPEG'],
  ['pcm_mulaw', 'G.711'],
  ['vp09.00.10.08', 'vp09.00.10.08'],
  ['', ''],
])('shows %j as %j', (text, expected) => expect(codecName(text)).toBe(expected));
