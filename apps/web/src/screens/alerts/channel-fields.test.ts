import { describe, expect, it } from 'vitest';
import {
  type ChannelForm,
  channelNeeds,
  editedChannelBody,
  emptyChannel,
  newChannelBody,
  outsideHost,
  recipientHost,
  withPasted,
} from './channel-fields.ts';

const names = {
  discord: 'Discord',
  slack: 'Slack',
  telegram: 'Telegram',
  pushover: 'Pushover',
  ntfy: 'ntfy',
  webhook: 'Webhook',
};
const BOT = '123456789:AAH-x_0123456789abcdefghijklmnopqrs';
const paste = (form: ChannelForm, ...texts: string[]) =>
  texts.reduce((before, text) => withPasted(before, text, names) ?? before, form);

describe('a channel form', () => {
  it('takes a pasted address apart', () =>
    expect(paste(emptyChannel, 'https://discord.com/api/webhooks/11/tok')).toMatchObject({
      kind: 'discord',
      name: 'Discord',
      target: '11',
      secret: 'tok',
      base_url: '',
    }));

  it('is completed by what is pasted next', () => {
    const both = paste(emptyChannel, 'https://ntfy.home.lan/door', 'tk_agqdq7mvbo');
    expect(both).toMatchObject({
      kind: 'ntfy',
      base_url: 'https://ntfy.home.lan/',
      target: 'door',
      secret: 'tk_agqdq7mvbo',
    });
  });

  it('keeps nothing of another service, but the name that was typed', () => {
    const form = paste({ ...emptyChannel, name: 'My phone' }, 'https://discord.com/api/webhooks/11/tok', BOT);
    expect(form).toMatchObject({ kind: 'telegram', name: 'My phone', target: '', secret: BOT });
  });

  it('is unchanged by anything else', () => expect(withPasted(emptyChannel, 'what is this?', names)).toBeUndefined());

  it('sends no field that the service does not have', () => {
    const slack = paste(emptyChannel, 'https://hooks.slack.com/services/T/B/X');
    expect(newChannelBody({ ...slack, target: 'left over' })).toMatchObject({
      kind: 'slack',
      target: null,
      secret: 'T/B/X',
      base_url: null,
      attach_image: false,
    });
  });

  it.each([
    ['discord', '', 'discord.com', 'discord.com'],
    ['ntfy', '', undefined, undefined],
    ['ntfy', 'https://ntfy.sh/', 'ntfy.sh', 'ntfy.sh'],
    ['webhook', 'http://192.168.1.5:8080/hook', '192.168.1.5:8080', undefined],
  ] as const)('of %s at %j sends to %s, outside to %s', (kind, base_url, host, outside) => {
    expect(recipientHost({ kind, base_url })).toBe(host);
    expect(outsideHost({ kind, base_url })).toBe(outside);
  });

  it('sends a secret and an address only if they were changed', () => {
    const saved = { ...emptyChannel, base_url: 'https://ntfy.sh/', target: 'door', name: 'Door' };
    const body = editedChannelBody(saved, { ...saved, name: 'Front door' });
    expect(body).not.toHaveProperty('secret');
    expect(body).not.toHaveProperty('base_url');
    expect(body).toMatchObject({ name: 'Front door', target: 'door' });
    expect(editedChannelBody(saved, { ...saved, secret: 'x', base_url: '' })).toMatchObject({
      secret: 'x',
      base_url: null,
    });
  });
});

it.each([
  ['ntfy', {}, false, ['name', 'target', 'base_url']],
  ['ntfy', { name: 'Phone', target: 'door', base_url: 'https://ntfy.sh' }, false, []],
  ['discord', { name: ' ' }, false, ['name', 'target', 'secret']],
  ['discord', { name: 'Chat', target: '1' }, true, []],
  ['slack', { name: 'Chat' }, false, ['secret']],
  ['webhook', { name: 'Own' }, false, ['base_url']],
] as const)('a channel of the kind %s with %o needs more', (kind, filled, keepsSecret, missing) => {
  const needs = channelNeeds({ ...emptyChannel, kind, ...filled }, { keepsSecret });
  expect(Object.entries(needs).flatMap(([field, isMissing]) => (isMissing ? [field] : []))).toEqual(missing);
});
