import { alertText, CHANNEL_BASE_URLS, reasonCode } from '@holdfast/domain';
import { addressOf, type ChannelKind, formRequest, imagePart, jsonRequest, MIB } from './channel.ts';

const PARSE_MODE = 'MarkdownV2';

export const telegram: ChannelKind = {
  defaultBaseUrl: CHANNEL_BASE_URLS.telegram,
  target: { need: 'required', pattern: /^(-?\d{1,32}|@\w{1,64})$/, reason: reasonCode('channel-telegram-chat') },
  secret: { need: 'required', pattern: /^\d{1,20}:[\w-]{1,200}$/, reason: reasonCode('channel-telegram-token') },
  image: 'attached',
  maxImageBytes: 10 * MIB,
  compose: ({ baseUrl, target, secret }, message) => {
    const { title, body } = alertText({ ...message, channel: 'telegram' });
    const text = body === '' ? `*${title}*` : `*${title}*\n${body}`;
    const url = (method: string) => {
      const address = addressOf(baseUrl);
      // The service requires the colon of the token unencoded; the token's pattern allows nothing else that needs encoding.
      address.pathname = `${address.pathname.replace(/\/+$/, '')}/bot${secret ?? ''}/${method}`;
      return address;
    };
    const { image } = message;
    if (!image) return jsonRequest(url('sendMessage'), { chat_id: target, text, parse_mode: PARSE_MODE });
    const form = new FormData();
    form.append('chat_id', target ?? '');
    form.append('caption', text);
    form.append('parse_mode', PARSE_MODE);
    const isMoving = image.mediaType === 'image/gif';
    form.append(isMoving ? 'animation' : 'photo', imagePart(image), image.name);
    return formRequest(url(isMoving ? 'sendAnimation' : 'sendPhoto'), form);
  },
};
