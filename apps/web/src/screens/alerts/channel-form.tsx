import { ALERT_CHANNELS, type AlertChannel as ChannelKind, clipPictures } from '@holdfast/domain';
import { Select, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { type AlertChannel, queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { NameField } from '../../parts/forms/name-field.tsx';
import { SecretInput } from '../../parts/forms/secret-input.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import {
  type ChannelForm,
  channelNeeds,
  editedChannelBody,
  emptyChannel,
  formOf,
  kindFields,
  newChannelBody,
  outsideHost,
  recipientHost,
  withPasted,
} from './channel-fields.ts';

/** One channel. The text that a service offers for copying can be pasted as a whole, and is parsed. */
export function ChannelFormFields({ channel, onDone }: { channel: AlertChannel | 'new'; onDone: () => void }) {
  const t = useT();
  const isNew = channel === 'new';
  const saved = isNew ? emptyChannel : formOf(channel);
  const [form, setForm] = useState(saved);
  const users = useQuery(queries.users);
  const fields = kindFields[form.kind];
  const set = (change: Partial<ChannelForm>) => setForm({ ...form, ...change });
  const keepsSecret = !isNew && channel.has_secret;
  const save = useSave({
    call: () =>
      isNew
        ? api.alerts.createChannel({ body: newChannelBody(form) })
        : api.alerts.updateChannel({ params: { id: channel.id }, body: editedChannelBody(saved, form) }),
    needs: channelNeeds(form, { keepsSecret }),
    done: ({ name }) => t('alerts.saved', { name }),
    onDone,
  });
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onDone}>
      {isNew && <PasteField form={form} onChange={setForm} />}
      {isNew && (
        <Select
          label={t('alerts.kind')}
          data={ALERT_CHANNELS.map((kind) => ({ value: kind, label: t(`channel.${kind}`) }))}
          value={form.kind}
          onChange={(kind) => kind !== null && set({ kind: kind as ChannelKind, target: '', secret: '', base_url: '' })}
          allowDeselect={false}
        />
      )}
      <NameField
        label={t('alerts.name')}
        value={form.name}
        onChange={(name) => set({ name })}
        error={save.errorOf('name')}
      />
      {fields.target === 'required' && (
        <TextInput
          label={t(`channelTarget.${form.kind as Exclude<ChannelKind, 'slack' | 'webhook'>}`)}
          value={form.target}
          onChange={(event) => set({ target: event.currentTarget.value })}
          error={save.errorOf('target')}
          required
          withAsterisk={false}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
        />
      )}
      <SecretInput
        label={t(`channelSecret.${form.kind}`)}
        placeholder={keepsSecret ? t('camera.passwordKept') : ''}
        value={form.secret}
        onChange={(event) => set({ secret: event.currentTarget.value })}
        error={save.errorOf('secret')}
        required={fields.secret === 'required' && !keepsSecret}
        withAsterisk={false}
        autoComplete="new-password"
        maxLength={1_000}
      />
      <TextInput
        label={t('alerts.address')}
        description={fields.address === 'optional' ? t('alerts.addressHint') : undefined}
        value={form.base_url}
        onChange={(event) => set({ base_url: event.currentTarget.value })}
        error={save.errorOf('base_url')}
        required={fields.address === 'required'}
        withAsterisk={false}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2_048}
      />
      <Select
        label={t('alerts.owner')}
        description={t('alerts.ownerHint')}
        placeholder={t('alerts.everything')}
        data={(users.data ?? []).map(({ id, username }) => ({ value: id, label: username }))}
        value={form.owner_user_id}
        onChange={(owner_user_id) => set({ owner_user_id })}
        error={save.errorOf('owner_user_id')}
        clearable
        clearButtonProps={{ 'aria-label': t('alerts.everything') }}
      />
      {fields.takesPictures && <PictureFields form={form} onChange={set} />}
      <Switch
        label={t('alerts.channelOn')}
        checked={form.enabled}
        onChange={(event) => set({ enabled: event.currentTarget.checked })}
      />
    </DialogForm>
  );
}

interface PictureFieldsProps {
  form: ChannelForm;
  onChange: (change: Partial<ChannelForm>) => void;
}

function PictureFields({ form, onChange }: PictureFieldsProps) {
  const t = useT();
  const host = outsideHost(form);
  const recipient = recipientHost(form);
  return (
    <>
      <Select
        label={t('alerts.clipPicture')}
        description={[
          t('alerts.clipPictureHint'),
          recipient !== undefined && t('alerts.clipPictureTo', { host: recipient }),
        ]
          .filter(Boolean)
          .join(' ')}
        data={clipPictures.map((one) => ({ value: one, label: t(`clipPicture.${one}`) }))}
        value={form.attach_clip}
        onChange={(next) => onChange({ attach_clip: clipPictures.find((one) => one === next) ?? 'none' })}
        allowDeselect={false}
      />
      <Switch
        label={t('alerts.pictures')}
        checked={form.attach_image}
        onChange={(event) => onChange({ attach_image: event.currentTarget.checked })}
      />
      {host !== undefined && (
        <Switch
          label={t('alerts.outside')}
          description={t('alerts.outsideHint', { host })}
          checked={form.plates_outside_confirmed}
          onChange={(event) => onChange({ plates_outside_confirmed: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

function PasteField({ form, onChange }: { form: ChannelForm; onChange: (form: ChannelForm) => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const [isRead, setRead] = useState<boolean>();
  const names = Object.fromEntries(ALERT_CHANNELS.map((kind) => [kind, t(`channel.${kind}`)])) as Record<
    ChannelKind,
    string
  >;
  const take = (pasted: string) => {
    const next = withPasted(form, pasted, names);
    if (next) onChange(next);
    // Once parsed it is in the fields below; a token must not stay readable here.
    setText(next ? '' : pasted);
    setRead(pasted.trim() === '' ? undefined : next !== undefined);
  };
  return (
    <div>
      <TextInput
        label={t('alerts.paste')}
        description={t('alerts.pasteHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={(event) => {
          event.preventDefault();
          take(event.clipboardData.getData('text'));
        }}
        onBlur={() => text !== '' && take(text)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={4_000}
        data-autofocus
      />
      <Text size="sm" mt={4} role="status">
        {isRead === true && t('alerts.pasteRead', { service: t(`channel.${form.kind}`) })}
        {isRead === false && t('alerts.pasteUnknown')}
      </Text>
    </div>
  );
}
