import { describe, expect, it } from 'vitest';
import { alertPictureForms, clipPictures, isLocalHost } from './alert-picture.ts';

describe('the picture of an alert', () => {
  it.each([
    ['none', false, []],
    ['none', true, ['crop']],
    ['thumbnail', false, ['thumbnail']],
    ['thumbnail', true, ['thumbnail', 'crop']],
    ['moving', false, ['moving', 'thumbnail']],
    ['moving', true, ['moving', 'thumbnail', 'crop']],
  ] as const)('with the clip as %s and the crop %s is one of %j', (attachClip, attachImage, expected) => {
    expect(alertPictureForms({ attachClip, attachImage })).toEqual(expected);
  });

  it('is never of a clip unless the channel asks for it', () => {
    for (const attachClip of clipPictures)
      expect(alertPictureForms({ attachClip, attachImage: true }).some((form) => form !== 'crop')).toBe(
        attachClip !== 'none',
      );
  });
});

describe('a host in a private network', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.5',
    '172.20.0.1',
    '[fd12::1]',
    '[::1]',
    'localhost',
    'nas',
    'NAS.local',
    'hub.lan',
    'a.b.home.arpa',
    'x.internal',
  ])('is %s', (host) => expect(isLocalHost(host)).toBe(true));
  it.each([
    'ntfy.sh',
    'discord.com',
    '8.8.8.8',
    '172.32.0.1',
    '[2001:db8::1]',
    'local.example.com',
    'lan.de',
    '2130706433',
    '',
  ])('is not %s', (host) => expect(isLocalHost(host)).toBe(false));
});
