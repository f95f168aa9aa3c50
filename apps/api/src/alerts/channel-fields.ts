import type { Routes, StaticOf } from '@holdfast/contract';
import { type ChannelFields, type ChannelRow, type Conn, findUser } from '@holdfast/db';
import { type AlertChannel, reasonCode } from '@holdfast/domain';
import type { OutboundRule, SecretBox } from '@holdfast/kit';
import { requireContactable } from '../http/judge-address.ts';
import { invalidField } from '../http/problem.ts';
import type { ChannelKind } from './channels/channel.ts';
import { channelKinds } from './channels/channel-kinds.ts';

type Edit = StaticOf<Routes['alerts']['updateChannel']['body']>;

interface Context {
  conn: Conn;
  secrets: SecretBox;
  outbound: OutboundRule;
}

/** All fields of a channel after an edit, or of a new one; refuses values to which nothing could be delivered. */
export async function channelFields(
  { conn, secrets, outbound }: Context,
  { kind, edit, saved }: { kind: AlertChannel; edit: Edit & { name: string }; saved?: ChannelRow },
): Promise<ChannelFields> {
  const channelKind = channelKinds[kind];
  const baseUrl = requireBaseUrl(channelKind, edit.base_url === undefined ? (saved?.baseUrl ?? null) : edit.base_url);
  if (baseUrl !== saved?.baseUrl) await requireContactable(new URL(baseUrl), outbound, '/base_url');
  const target = edit.target === undefined ? (saved?.target ?? null) : edit.target;
  requireField('/target', channelKind.target, target);
  const attachImage = edit.attach_image ?? saved?.attachImage ?? channelKind.image === 'attached';
  if (attachImage && channelKind.image === 'never')
    throw invalidField('/attach_image', reasonCode('channel-no-pictures'));
  const attachClip = edit.attach_clip ?? saved?.attachClip ?? 'none';
  if (attachClip !== 'none' && channelKind.image === 'never')
    throw invalidField('/attach_clip', reasonCode('channel-no-pictures'));
  const ownerUserId = edit.owner_user_id === undefined ? (saved?.ownerUserId ?? null) : edit.owner_user_id;
  if (ownerUserId !== null && !(await findUser(conn, ownerUserId)))
    throw invalidField('/owner_user_id', reasonCode('not-a-user'));
  return {
    name: edit.name,
    enabled: edit.enabled ?? saved?.enabled ?? true,
    baseUrl,
    target,
    secret: secretOf({ channelKind, edit, saved, secrets, baseUrl }),
    attachImage,
    attachClip,
    platesOutsideConfirmed: edit.plates_outside_confirmed ?? isStillConfirmed(saved, baseUrl),
    ownerUserId,
  };
}

function requireBaseUrl({ defaultBaseUrl }: ChannelKind, asked: string | null): string {
  const text = asked ?? defaultBaseUrl;
  if (text === null) throw invalidField('/base_url', reasonCode('channel-address-missing'));
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw invalidField('/base_url', reasonCode('address-not-http'));
  if (url.username !== '' || url.password !== '') throw invalidField('/base_url', reasonCode('address-has-login'));
  url.hash = '';
  return url.toString();
}

function requireField(pointer: string, field: ChannelKind['target'], value: string | null): void {
  if (field.need === 'none') {
    if (value !== null) throw invalidField(pointer, reasonCode('channel-field-unused'));
  } else if ('pattern' in field) {
    const isAccepted = value === null ? field.need === 'optional' : field.pattern.test(value);
    if (!isAccepted) throw invalidField(pointer, field.reason);
  }
}

/** The confirmation applies to one host. */
const isStillConfirmed = (saved: ChannelRow | undefined, baseUrl: string): boolean =>
  saved?.platesOutsideConfirmed === true && new URL(saved.baseUrl).host === new URL(baseUrl).host;

/** A kept secret is never sent to another server: that would be a way to read it. */
function secretOf({
  channelKind,
  edit,
  saved,
  secrets,
  baseUrl,
}: {
  channelKind: ChannelKind;
  edit: Edit;
  saved: ChannelRow | undefined;
  secrets: SecretBox;
  baseUrl: string;
}): Buffer | null {
  if (edit.secret === undefined && saved?.secret) {
    if (new URL(saved.baseUrl).origin !== new URL(baseUrl).origin)
      throw invalidField('/secret', reasonCode('channel-secret-again'));
    return saved.secret;
  }
  const secret = edit.secret ?? null;
  requireField('/secret', channelKind.secret, secret);
  return secret === null ? null : secrets.seal(secret);
}
