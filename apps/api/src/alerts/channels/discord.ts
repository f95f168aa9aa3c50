import { alertText, CHANNEL_BASE_URLS, reasonCode } from '@holdfast/domain';
import { addressOf, type ChannelKind, formRequest, imagePart, jsonRequest, MIB } from './channel.ts';

export const discord: ChannelKind = {
  defaultBaseUrl: CHANNEL_BASE_URLS.discord,
  target: { need: 'required', pattern: /^\d{1,32}$/, reason: reasonCode('channel-discord-id') },
  secret: { need: 'required', pattern: /^[\w-]{1,200}$/, reason: reasonCode('channel-discord-token') },
  image: 'attached',
  maxImageBytes: 8 * MIB,
  compose: ({ baseUrl, target, secret }, message) => {
    const { title, body } = alertText({ ...message, channel: 'discord' });
    const { image } = message;
    const payload = {
      embeds: [
        {
          title,
          description: body,
          timestamp: new Date(message.tsMs).toISOString(),
          ...(image && { image: { url: `attachment://${image.name}` } }),
        },
      ],
      // Escaping already keeps names from mentioning people; this makes sure of it.
      allowed_mentions: { parse: [] },
    };
    const url = addressOf(baseUrl, 'api', 'webhooks', target ?? '', secret ?? '');
    if (!image) return jsonRequest(url, payload);
    const form = new FormData();
    form.append('payload_json', JSON.stringify(payload));
    form.append('files[0]', imagePart(image), image.name);
    return formRequest(url, form);
  },
};
