import { createHmac } from 'node:crypto';
import { alertText, CHANNEL_BASE_URLS } from '@holdfast/domain';
import { type ChannelKind, jsonRequest, MIB } from './channel.ts';

const WEBHOOK_VERSION = 1;

export const webhook: ChannelKind = {
  defaultBaseUrl: CHANNEL_BASE_URLS.webhook,
  target: { need: 'none' },
  secret: { need: 'optional' },
  image: 'on-request',
  maxImageBytes: 8 * MIB,
  compose: ({ baseUrl, secret }, message) => {
    const { title, body } = alertText({ ...message, channel: 'webhook' });
    const request = jsonRequest(new URL(baseUrl), {
      version: WEBHOOK_VERSION,
      event_key: message.eventKey,
      title,
      detail: body,
      camera: message.camera,
      ts: new Date(message.tsMs).toISOString(),
      data: message.data,
      ...(message.link !== null && { link: message.link }),
      ...(message.imageUrl !== null && { image_url: message.imageUrl }),
      ...(message.image && {
        [message.image.mediaType === 'image/gif' ? 'image_gif' : 'image_jpeg']: message.image.bytes.toString('base64'),
      }),
    });
    if (secret === null) return request;
    const signature = createHmac('sha256', secret).update(request.body).digest('hex');
    return { ...request, headers: { ...request.headers, 'x-signature': `sha256=${signature}` } };
  },
};
