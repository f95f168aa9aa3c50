import type { ChannelRow } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import type { SecretBox } from '@holdfast/kit';
import type { OpenChannel } from './channels/channel.ts';

/** Undefined when the secret was encrypted with another server key. */
export function openChannel(channel: ChannelRow, secrets: SecretBox): OpenChannel | undefined {
  const secret = channel.secret === null ? null : secrets.open(channel.secret);
  if (secret === undefined) return undefined;
  return { baseUrl: channel.baseUrl, target: channel.target, secret };
}

export const UNREADABLE_SECRET = reasonCode('delivery-secret-unreadable');
