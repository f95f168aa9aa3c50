import { alertText, CHANNEL_BASE_URLS, reasonCode } from '@holdfast/domain';
import { addressOf, type ChannelKind, jsonRequest } from './channel.ts';

export const slack: ChannelKind = {
  defaultBaseUrl: CHANNEL_BASE_URLS.slack,
  target: { need: 'none' },
  secret: {
    need: 'required',
    pattern: /^[A-Za-z0-9]{1,64}\/[A-Za-z0-9]{1,64}\/[A-Za-z0-9]{1,64}$/,
    reason: reasonCode('channel-slack-path'),
  },
  // A Slack webhook takes no files, and an image block needs a public address.
  image: 'never',
  maxImageBytes: 0,
  compose: ({ baseUrl, secret }, message) => {
    const { title, body } = alertText({ ...message, channel: 'slack' });
    const url = addressOf(baseUrl, 'services', ...(secret ?? '').split('/'));
    // Plain text objects: Slack has no escape for * and _ in its markup.
    return jsonRequest(url, {
      text: title,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: title, emoji: false } },
        ...(body === '' ? [] : [{ type: 'section', text: { type: 'plain_text', text: body, emoji: false } }]),
      ],
    });
  },
};
