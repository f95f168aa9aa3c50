import { escapeText, type TextFormat } from './escape.ts';
import type { AlertValues } from './placeholders.ts';
import { fillTemplate, type Template } from './template.ts';

export const ALERT_CHANNELS = ['discord', 'slack', 'telegram', 'pushover', 'ntfy', 'webhook'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/**
 * Address of the service itself. Null for services that users host themselves, so that messages about a home are not
 * sent to a public server by accident.
 */
export const CHANNEL_BASE_URLS: Record<AlertChannel, string | null> = {
  discord: 'https://discord.com',
  slack: 'https://hooks.slack.com',
  telegram: 'https://api.telegram.org',
  pushover: 'https://api.pushover.net',
  ntfy: null,
  webhook: null,
};

type ChannelText = { format: TextFormat; titleMax: number; bodyMax: number };

/** The format and length limits of each channel; Telegram's limit is that of a picture's caption, including the title. */
export const CHANNEL_TEXT: Record<AlertChannel, ChannelText> = {
  discord: { format: 'discord', titleMax: 256, bodyMax: 2000 },
  slack: { format: 'slack', titleMax: 150, bodyMax: 2900 },
  telegram: { format: 'telegram', titleMax: 200, bodyMax: 800 },
  pushover: { format: 'plain', titleMax: 250, bodyMax: 1024 },
  ntfy: { format: 'plain', titleMax: 200, bodyMax: 1000 },
  webhook: { format: 'plain', titleMax: 500, bodyMax: 4000 },
};

// A template can be empty after substitution, and Slack and Telegram refuse a message with an empty title.
const UNTITLED = 'Holdfast';

/** Title (one line) and body for the channel. Everything is escaped: templates are text, not markup. */
export function alertText({
  channel,
  title,
  body,
  values,
}: {
  channel: AlertChannel;
  title: Template;
  body: Template;
  values: AlertValues;
}): { title: string; body: string } {
  const { format, titleMax, bodyMax } = CHANNEL_TEXT[channel];
  const escapedTitle = escapeText({ text: fillTemplate(title, values), format, maxLength: titleMax, lines: 'one' });
  return {
    title: escapedTitle === '' ? UNTITLED : escapedTitle,
    body: escapeText({ text: fillTemplate(body, values), format, maxLength: bodyMax, lines: 'many' }),
  };
}
