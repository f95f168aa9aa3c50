import { alertText, CHANNEL_BASE_URLS, reasonCode } from '@holdfast/domain';
import { addressOf, type ChannelKind, formRequest, imagePart, MIB } from './channel.ts';

export const pushover: ChannelKind = {
  defaultBaseUrl: CHANNEL_BASE_URLS.pushover,
  target: { need: 'required', pattern: /^[A-Za-z0-9]{1,64}$/, reason: reasonCode('channel-pushover-user') },
  secret: { need: 'required', pattern: /^[A-Za-z0-9]{1,64}$/, reason: reasonCode('channel-pushover-token') },
  image: 'attached',
  maxImageBytes: 5 * MIB,
  compose: ({ baseUrl, target, secret }, message) => {
    const { title, body } = alertText({ ...message, channel: 'pushover' });
    const form = new FormData();
    form.append('token', secret ?? '');
    form.append('user', target ?? '');
    form.append('title', title);
    // An empty message is refused.
    form.append('message', body === '' ? title : body);
    form.append('timestamp', String(Math.floor(message.tsMs / 1000)));
    if (message.link !== null) form.append('url', message.link);
    const { image } = message;
    if (image) form.append('attachment', imagePart(image), image.name);
    return formRequest(addressOf(baseUrl, '1', 'messages.json'), form);
  },
};
