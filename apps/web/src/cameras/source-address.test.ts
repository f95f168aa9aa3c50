import { describe, expect, it } from 'vitest';
import { shownAddress, takeAddress, usesSavedPassword, wholeAddress } from './source-address.ts';

const nothing = { url: '', username: '', password: '' };

describe('the address of a camera', () => {
  it('is split if it is pasted with a login', () => {
    expect(takeAddress('rtsp://root:p%40ss@10.0.0.7:554/main', nothing)).toEqual({
      url: 'rtsp://10.0.0.7:554/main',
      username: 'root',
      password: 'p@ss',
    });
  });

  it('stays as typed while incomplete', () => {
    for (const text of ['', 'rt', 'rtsp://', 'rtsp://10.0.0', 'not an address'])
      expect(takeAddress(text, { ...nothing, username: 'ann' })).toEqual({ url: text, username: 'ann', password: '' });
  });

  it('is assembled for the server with any characters in the password', () => {
    expect(wholeAddress({ url: 'rtsp://10.0.0.7/main', username: 'root', password: 'a@b:c/d#e' })).toEqual({
      kind: 'ok',
      url: 'rtsp://root:a%40b%3Ac%2Fd%23e@10.0.0.7/main',
    });
    expect(wholeAddress({ url: 'rtsp://10.0.0.7/main', username: '', password: '' })).toEqual({
      kind: 'ok',
      url: 'rtsp://10.0.0.7/main',
    });
  });

  it.each(['file:///etc/passwd', 'rtsp://', '', '-i x'])('%j is refused with a reason', (url) => {
    expect(wholeAddress({ ...nothing, url }).kind).toBe('refused');
  });

  describe('the saved password', () => {
    const saved = { url: 'rtsp://root@10.0.0.7/main', hasPassword: true };
    const shown = shownAddress(saved.url);
    it.each([
      ['is kept with an unchanged address', shown, true],
      ['is kept with another path', { ...shown, url: 'rtsp://10.0.0.7/sub' }, true],
      ['is not sent to another host', { ...shown, url: 'rtsp://10.0.0.8/main' }, false],
      ['is not used for another user', { ...shown, username: 'guest' }, false],
      ['is replaced by a new one', { ...shown, password: 'new' }, false],
    ])('%s', (_title, edited, expected) => expect(usesSavedPassword(saved, edited)).toBe(expected));
  });
});

describe('an address with a password in its path', () => {
  const typed = 'rtsp://10.0.0.7/user=admin_password=hunter2_channel=1.sdp';

  it('is sent and shown as typed', () => {
    expect(wholeAddress({ url: typed, username: '', password: '' })).toEqual({ kind: 'ok', url: typed });
    expect(takeAddress(typed.replace('//', '//root:pw@'), nothing)).toEqual({
      url: typed,
      username: 'root',
      password: 'pw',
    });
  });
});
