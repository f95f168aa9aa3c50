import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { streamNameOf, withAccount } from './hub-address.ts';

const ID = '6f1c2a4e-0000-4000-8000-000000000000';

describe('addresses for the hub', () => {
  it('take the account in, whatever characters it has', () => {
    const url = 'rtsp://192.168.1.5:8554/6f1c/main';
    expect(withAccount(url, { username: 'viewer', password: 'a-b_c' })).toBe(
      'rtsp://viewer:a-b_c@192.168.1.5:8554/6f1c/main',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (password) => {
        const read = new URL(withAccount('http://host:1/x', { username: 'viewer', password }));
        expect(decodeURIComponent(read.password)).toBe(password);
        expect(read.host).toBe('host:1');
      }),
    );
  });

  it.each([
    ['Front door', 'front_door'],
    ['Hof & Garten (Süd)', 'hof_garten_sud'],
    ['  ..  ', 'camera_6f1c2a4e'],
    ['الباب', 'camera_6f1c2a4e'],
    ['a: b\n- c', 'a_b_c'],
  ])('name the stream of %j %s', (name, expected) => expect(streamNameOf(name, ID)).toBe(expected));
});
