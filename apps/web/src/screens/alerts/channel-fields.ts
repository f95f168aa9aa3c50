import type { AlertChannel as ChannelKind } from '@holdfast/domain';
import { CHANNEL_BASE_URLS, isLocalHost, readPastedChannel } from '@holdfast/domain';
import type { AlertChannel } from '../../api/queries.ts';

/** The fields of a kind of channel; those that are `optional` may be empty. */
export interface KindFields {
  target: 'required' | 'none';
  secret: 'required' | 'optional';
  address: 'required' | 'optional';
  takesPictures: boolean;
}

export const kindFields: Record<ChannelKind, KindFields> = {
  discord: { target: 'required', secret: 'required', address: 'optional', takesPictures: true },
  slack: { target: 'none', secret: 'required', address: 'optional', takesPictures: false },
  telegram: { target: 'required', secret: 'required', address: 'optional', takesPictures: true },
  pushover: { target: 'required', secret: 'required', address: 'optional', takesPictures: true },
  ntfy: { target: 'required', secret: 'optional', address: 'required', takesPictures: true },
  webhook: { target: 'none', secret: 'optional', address: 'required', takesPictures: true },
};

/** The form of a channel; empty fields are not sent. The secret is write-only. */
export interface ChannelForm {
  kind: ChannelKind;
  name: string;
  base_url: string;
  target: string;
  secret: string;
  enabled: boolean;
  attach_image: boolean;
  attach_clip: AlertChannel['attach_clip'];
  plates_outside_confirmed: boolean;
  owner_user_id: string | null;
}

export const emptyChannel: ChannelForm = {
  kind: 'ntfy',
  name: '',
  base_url: '',
  target: '',
  secret: '',
  enabled: true,
  attach_image: true,
  attach_clip: 'none',
  plates_outside_confirmed: false,
  owner_user_id: null,
};

export const formOf = (channel: AlertChannel): ChannelForm => ({
  kind: channel.kind,
  name: channel.name,
  base_url: channel.base_url,
  target: channel.target ?? '',
  secret: '',
  enabled: channel.enabled,
  attach_image: channel.attach_image,
  attach_clip: channel.attach_clip,
  plates_outside_confirmed: channel.plates_outside_confirmed,
  owner_user_id: channel.owner_user_id,
});

/** Which fields are still empty although the kind of channel requires them. */
export function channelNeeds(form: ChannelForm, { keepsSecret }: { keepsSecret: boolean }) {
  const { target, secret, address } = kindFields[form.kind];
  const isEmpty = (field: 'name' | 'target' | 'secret' | 'base_url') => form[field].trim() === '';
  return {
    name: isEmpty('name'),
    target: target === 'required' && isEmpty('target'),
    secret: secret === 'required' && !keepsSecret && isEmpty('secret'),
    base_url: address === 'required' && isEmpty('base_url'),
  };
}

const recipientOf = ({ kind, base_url }: Pick<ChannelForm, 'kind' | 'base_url'>): URL | null =>
  URL.parse(base_url.trim()) ?? URL.parse(CHANNEL_BASE_URLS[kind] ?? '');

/** The host that gets messages; undefined until it is entered. */
export const recipientHost = (form: Pick<ChannelForm, 'kind' | 'base_url'>): string | undefined =>
  recipientOf(form)?.host;

/** The host outside the own network that gets messages; undefined for one inside. */
export function outsideHost(form: Pick<ChannelForm, 'kind' | 'base_url'>): string | undefined {
  const url = recipientOf(form);
  return url === null || isLocalHost(url.hostname) ? undefined : url.host;
}

/** The form after a text was pasted into it; undefined if no service is recognised in it. */
export function withPasted(
  form: ChannelForm,
  pasted: string,
  names: Record<ChannelKind, string>,
): ChannelForm | undefined {
  const read = readPastedChannel(pasted);
  if (!read) return undefined;
  const { kind, base_url = '', target, secret } = read;
  // A token for the service that is chosen already completes what was pasted before.
  const isSame = kind === form.kind;
  return {
    ...form,
    kind,
    name: form.name === '' || form.name === names[form.kind] ? names[kind] : form.name,
    base_url: isSame && base_url === '' ? form.base_url : base_url,
    target: target ?? (isSame ? form.target : ''),
    secret: secret ?? (isSame ? form.secret : ''),
    attach_image: kindFields[kind].takesPictures && (isSame ? form.attach_image : true),
    // The confirmation was given for the previous host.
    plates_outside_confirmed: false,
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The request for a new channel. */
export function newChannelBody(form: ChannelForm) {
  const { kind, name, base_url, target, secret, enabled, owner_user_id } = form;
  const { takesPictures, target: needsTarget } = kindFields[kind];
  return {
    kind,
    name,
    enabled,
    base_url: orNull(base_url),
    target: needsTarget === 'none' ? null : orNull(target),
    secret: orNull(secret),
    attach_image: form.attach_image && takesPictures,
    attach_clip: takesPictures ? form.attach_clip : ('none' as const),
    plates_outside_confirmed: form.plates_outside_confirmed && outsideHost(form) !== undefined,
    owner_user_id,
  };
}

/** The request for an edited one: an empty secret is unchanged. */
export function editedChannelBody(saved: ChannelForm, form: ChannelForm) {
  const { kind: _kind, secret, ...body } = newChannelBody(form);
  const { base_url, ...rest } = body;
  return { ...rest, ...(form.base_url !== saved.base_url && { base_url }), ...(secret !== null && { secret }) };
}
