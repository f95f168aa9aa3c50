import type { ChannelRow } from '@holdfast/db';
import { reasonCode } from '@holdfast/domain';
import type { Clock, SecretBox } from '@holdfast/kit';
import { Problem } from '../http/problem.ts';
import { channelKinds } from './channels/channel-kinds.ts';
import { openChannel, UNREADABLE_SECRET } from './open-channel.ts';
import type { Post } from './post.ts';

const text = (words: string) => [{ kind: 'text' as const, text: words }];

/** A message without an event, sent while the operator waits. */
export async function sendTestMessage(
  { secrets, clock, post }: { secrets: SecretBox; clock: Clock; post: Post },
  channel: ChannelRow,
): Promise<void> {
  const open = openChannel(channel, secrets);
  if (!open) throw new Problem('channel-failed', { reason: UNREADABLE_SECRET });
  const request = await channelKinds[channel.kind].compose(open, {
    eventKey: 'test',
    title: text('Test from Holdfast'),
    body: text(`The channel ${channel.name} works.`),
    values: {},
    camera: null,
    tsMs: clock.now(),
    data: {},
    imageUrl: null,
    link: null,
    image: null,
  });
  const result = await post(request);
  if (result.kind === 'ok') return;
  const reason = result.kind === 'failed' ? result.reason : reasonCode('delivery-receiver-outside');
  throw new Problem('channel-failed', { reason });
}
