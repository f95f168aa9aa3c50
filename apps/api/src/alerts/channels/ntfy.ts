import { alertText } from '@holdfast/domain';
import { addressOf, type ChannelKind, IMAGE_NAME, jsonRequest } from './channel.ts';

export const ntfy: ChannelKind = {
  defaultBaseUrl: 'https://ntfy.sh',
  target: { need: 'required', pattern: /^[\w-]{1,64}$/, accepts: 'a topic of letters, digits, _ and -' },
  secret: { need: 'optional', pattern: /^[\x21-\x7e]{1,200}$/, accepts: 'an access token' },
  image: 'attached',
  compose: ({ baseUrl, target, secret }, message) => {
    const { title, body } = alertText({ ...message, channel: 'ntfy' });
    const headers: Record<string, string> = secret === null ? {} : { authorization: `Bearer ${secret}` };
    if (!message.imageJpeg) return jsonRequest(addressOf(baseUrl), { topic: target, title, message: body }, headers);
    // The picture is the body, so the text is sent in the query, which allows any character.
    const url = addressOf(baseUrl, target ?? '');
    url.search = new URLSearchParams({ title, message: body, filename: IMAGE_NAME }).toString();
    return {
      method: 'PUT',
      url,
      headers: { 'content-type': 'image/jpeg', ...headers },
      body: message.imageJpeg,
    };
  },
};
