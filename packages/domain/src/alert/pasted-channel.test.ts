import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PastedChannel, readPastedChannel } from './pasted-channel.ts';

const BOT = '123456789:AAH-x_0123456789abcdefghijklmnopqrs';

describe('a pasted channel', () => {
  it.each<[string, string, PastedChannel]>([
    [
      'a Discord webhook',
      'https://discord.com/api/webhooks/1120/aB_c-D',
      { kind: 'discord', target: '1120', secret: 'aB_c-D' },
    ],
    [
      'an old Discord webhook with a thread',
      ' https://discordapp.com/api/v10/webhooks/1120/aB_c-D/?thread_id=7\n',
      { kind: 'discord', target: '1120', secret: 'aB_c-D' },
    ],
    [
      'a webhook of a Discord preview',
      'https://canary.discord.com/api/webhooks/1/a',
      { kind: 'discord', target: '1', secret: 'a' },
    ],
    ['a Slack webhook', 'https://hooks.slack.com/services/T00/B00/XXXX', { kind: 'slack', secret: 'T00/B00/XXXX' }],
    ['a bot token', BOT, { kind: 'telegram', secret: BOT }],
    [
      'the message of BotFather',
      `Done! Use this token to access the HTTP API:\n${BOT}\nKeep your token secure`,
      { kind: 'telegram', secret: BOT },
    ],
    [
      'an address of the Telegram API',
      `https://api.telegram.org/bot${BOT}/sendMessage?chat_id=-100123&text=hi`,
      { kind: 'telegram', secret: BOT, target: '-100123' },
    ],
    ['a topic of ntfy', 'front-door_7', { kind: 'ntfy', target: 'front-door_7' }],
    [
      'the address of a topic',
      'https://ntfy.sh/front-door',
      { kind: 'ntfy', base_url: 'https://ntfy.sh/', target: 'front-door' },
    ],
    [
      'a topic on an own server',
      'http://ntfy.home.lan:8080/front-door',
      { kind: 'ntfy', base_url: 'http://ntfy.home.lan:8080/', target: 'front-door' },
    ],
    [
      'a link of the ntfy app',
      'ntfy://push.example.org/front-door',
      { kind: 'ntfy', base_url: 'https://push.example.org/', target: 'front-door' },
    ],
    ['an access token of ntfy', 'tk_agqdq7mvbo', { kind: 'ntfy', secret: 'tk_agqdq7mvbo' }],
    ['an application of Pushover', `a${'b1'.repeat(14)}c`, { kind: 'pushover', secret: `a${'b1'.repeat(14)}c` }],
    ['a user of Pushover', `u${'b1'.repeat(14)}c`, { kind: 'pushover', target: `u${'b1'.repeat(14)}c` }],
    [
      'any other address',
      'https://example.org/hook?x=1',
      { kind: 'webhook', base_url: 'https://example.org/hook?x=1' },
    ],
  ])('%s', (_title, text, expected) => expect(readPastedChannel(text)).toEqual(expected));

  it.each([
    ['nothing', '  '],
    ['a sentence', 'please tell me'],
    ['another page of Discord', 'https://discord.com/channels/1/2'],
    ['a webhook of Slack that was cut off', 'https://hooks.slack.com/services/T00'],
    ['the Telegram API without a token', 'https://api.telegram.org/'],
    ['an ntfy server without a topic', 'https://ntfy.sh/'],
    ['a login in the address', 'https://me:secret@example.org/hook'],
    ['a host that only looks like Discord', 'https://discord.com.evil.example/api/webhooks/1/a'],
    ['another scheme', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
  ])('is not %s', (title, text) => {
    const read = readPastedChannel(text);
    // An unknown host is an address like any other: nothing of it is taken for a token of a service.
    if (title.startsWith('a host')) expect(read).toEqual({ kind: 'webhook', base_url: text });
    else expect(read).toBeUndefined();
  });

  it('never throws, and never makes up fields', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })), (text) => {
        const read = readPastedChannel(text);
        for (const value of [read?.target, read?.secret]) if (value !== undefined) expect(text).toContain(value);
      }),
    ));
});
