import { alertText, CHANNEL_BASE_URLS, reasonCode } from '@holdfast/domain';
import { addressOf, type ChannelKind, jsonRequest, MIB } from './channel.ts';

export const ntfy: ChannelKind = {
  defaultBaseUrl: CHANNEL_BASE_URLS.ntfy,
  target: { need: 'required', pattern: /^[\w-]{1,64}$/, reason: reasonCode('channel-ntfy-topic') },
  secret: { need: 'optional', pattern: /^[\x21-\x7e]{1,200}$/, reason: reasonCode('channel-ntfy-token') },
  image: 'attached',
  maxImageBytes: 15 * MIB,
  compose: ({ baseUrl, target, secret }, message) => {
    const { title, body } = alertText({ ...message, channel: 'ntfy' });
    const headers: Record<string, string> = secret === null ? {} : { authorization: `Bearer ${secret}` };
    const { image, link } = message;
    const click = link === null ? {} : { click: link };
    if (!image) return jsonRequest(addressOf(baseUrl), { topic: target, title, message: body, ...click }, headers);
    // The picture is the body, so the text is sent in the query, which allows any character.
    const url = addressOf(baseUrl, target ?? '');
    url.search = new URLSearchParams({ title, message: body, filename: image.name, ...click }).toString();
    return {
      method: 'PUT',
      url,
      headers: { 'content-type': image.mediaType, ...headers },
      body: image.bytes,
    };
  },
};
