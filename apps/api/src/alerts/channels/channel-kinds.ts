import type { AlertChannel } from '@holdfast/domain';
import type { ChannelKind } from './channel.ts';
import { discord } from './discord.ts';
import { ntfy } from './ntfy.ts';
import { pushover } from './pushover.ts';
import { slack } from './slack.ts';
import { telegram } from './telegram.ts';
import { webhook } from './webhook.ts';

export const channelKinds: Record<AlertChannel, ChannelKind> = { discord, slack, telegram, pushover, ntfy, webhook };
