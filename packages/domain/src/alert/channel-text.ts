import { escapeText, type TextFormat } from './escape.ts';
import type { AlertValues } from './placeholders.ts';
import { fillTemplate, type Template } from './template.ts';

export const ALERT_CHANNELS = ['discord', 'slack', 'telegram', 'pushover', 'ntfy', 'webhook'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

type ChannelText = { format: TextFormat; titleMax: number; bodyMax: number };

/** How each channel reads text and how much of it; Telegram's limit is that of a picture's caption, title included. */
export const CHANNEL_TEXT: Record<AlertChannel, ChannelText> = {
  discord: { format: 'discord', titleMax: 256, bodyMax: 2000 },
  slack: { format: 'slack', titleMax: 150, bodyMax: 2900 },
  telegram: { format: 'telegram', titleMax: 200, bodyMax: 800 },
  pushover: { format: 'plain', titleMax: 250, bodyMax: 1024 },
  ntfy: { format: 'plain', titleMax: 200, bodyMax: 1000 },
  webhook: { format: 'plain', titleMax: 500, bodyMax: 4000 },
};

// A template can come out empty, and Slack and Telegram refuse a message whose title is.
const UNTITLED = 'Holdfast';

/** Title on one line and body for the channel. All of it means itself there: templates are text, not markup. */
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
