import type { AlertChannel as ChannelKind } from '@holdfast/domain';
import { readPastedChannel } from '@holdfast/domain';
import type { AlertChannel } from '../../api/queries.ts';

/** Which fields a kind of channel has; those that are `optional` may be empty. */
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
  ntfy: { target: 'required', secret: 'optional', address: 'optional', takesPictures: true },
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
  owner_user_id: null,
};

export const formOf = ({
  kind,
  name,
  base_url,
  target,
  enabled,
  attach_image,
  owner_user_id,
}: AlertChannel): ChannelForm => ({
  kind,
  name,
  base_url,
  target: target ?? '',
  secret: '',
  enabled,
  attach_image,
  owner_user_id,
});

/** The form after a text was pasted into it; undefined if the text is none of a service's. */
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
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** What is sent for a new channel. */
export const newChannelBody = ({
  kind,
  name,
  base_url,
  target,
  secret,
  enabled,
  attach_image,
  owner_user_id,
}: ChannelForm) => ({
  kind,
  name,
  enabled,
  base_url: orNull(base_url),
  target: kindFields[kind].target === 'none' ? null : orNull(target),
  secret: orNull(secret),
  attach_image: attach_image && kindFields[kind].takesPictures,
  owner_user_id,
});

/** What is sent for an edited one: an empty secret is unchanged. */
export function editedChannelBody(saved: ChannelForm, form: ChannelForm) {
  const { kind: _kind, secret, ...body } = newChannelBody(form);
  const { base_url, ...rest } = body;
  return { ...rest, ...(form.base_url !== saved.base_url && { base_url }), ...(secret !== null && { secret }) };
}
