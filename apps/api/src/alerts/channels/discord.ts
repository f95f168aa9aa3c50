import { alertText } from '@holdfast/domain';
import { addressOf, type ChannelKind, formRequest, IMAGE_NAME, imagePart, jsonRequest } from './channel.ts';

export const discord: ChannelKind = {
  defaultBaseUrl: 'https://discord.com',
  target: { need: 'required', pattern: /^\d{1,32}$/, accepts: 'the id in the webhook’s address, digits only' },
  secret: { need: 'required', pattern: /^[\w-]{1,200}$/, accepts: 'the token that ends the webhook’s address' },
  image: 'attached',
  compose: ({ baseUrl, target, secret }, message) => {
    const { title, body } = alertText({ ...message, channel: 'discord' });
    const { imageJpeg } = message;
    const payload = {
      embeds: [
        {
          title,
          description: body,
          timestamp: new Date(message.tsMs).toISOString(),
          ...(imageJpeg && { image: { url: `attachment://${IMAGE_NAME}` } }),
        },
      ],
      // Escaping already keeps names from mentioning people; this makes sure of it.
      allowed_mentions: { parse: [] },
    };
    const url = addressOf(baseUrl, 'api', 'webhooks', target ?? '', secret ?? '');
    if (!imageJpeg) return jsonRequest(url, payload);
    const form = new FormData();
    form.append('payload_json', JSON.stringify(payload));
    form.append('files[0]', imagePart(imageJpeg), IMAGE_NAME);
    return formRequest(url, form);
  },
};
