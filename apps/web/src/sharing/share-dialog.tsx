import { Button, Code, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { useI18n, useT } from '../i18n/i18n.tsx';
import { CopyButton } from '../parts/copies/copy-button.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';
import { DialogForm } from '../parts/dialogs/dialog-form.tsx';
import { isTooShort, PasswordField } from '../parts/forms/password-field.tsx';
import { useSave } from '../parts/forms/use-save.ts';
import { IconAlertTriangle, IconCheck, IconCopy } from '../parts/icons/icons.ts';
import parts from '../parts/parts.module.css';
import { isOwnAddress } from './is-own-address.ts';

export interface ShareSubject {
  kind: 'clip' | 'export';
  id: string;
}

/** Makes a link to a clip or an export, and shows it once. */
export function ShareDialog({ subject, onClose }: { subject: ShareSubject | undefined; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog isOpen={subject !== undefined} onClose={onClose} title={t('sharing.title')}>
      {subject && <ShareForm subject={subject} onClose={onClose} />}
    </Dialog>
  );
}

const HOURS = [1, 24, 7 * 24, 30 * 24];

function ShareForm({ subject, onClose }: { subject: ShareSubject; onClose: () => void }) {
  const { t, format } = useI18n();
  const [hours, setHours] = useState(24);
  const [password, setPassword] = useState('');
  const save = useSave({
    call: () =>
      api.shares.create({ body: { ...subject, expires_in_hours: hours, ...(password !== '' && { password }) } }),
    needs: { password: password !== '' && isTooShort(password) && t('access.passwordShort') },
  });
  if (save.data)
    return (
      <CreatedLink
        url={new URL(save.data.url, window.location.href).href}
        until={save.data.share.expires_at}
        onClose={onClose}
      />
    );
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onClose} submit={t('sharing.create')}>
      <Text size="sm">{t('sharing.lead')}</Text>
      <Select
        label={t('sharing.lifetime')}
        description={subject.kind === 'export' ? t('sharing.withExport') : t('sharing.withFootage')}
        allowDeselect={false}
        data={HOURS.map((one) => ({ value: String(one), label: format.hours(one) }))}
        value={String(hours)}
        onChange={(value) => setHours(Number(value))}
        error={save.errorOf('expires_in_hours')}
      />
      <PasswordField
        label={t('sharing.password')}
        description={t('sharing.passwordHint')}
        kind="new"
        required={false}
        value={password}
        onChange={setPassword}
        error={save.errorOf('password')}
      />
    </DialogForm>
  );
}

function CreatedLink({ url, until, onClose }: { url: string; until: string; onClose: () => void }) {
  const { t, format } = useI18n();
  return (
    <Stack>
      <Text size="sm">{t('sharing.created', { time: format.moment(until) })}</Text>
      <Code fz="sm" p="xs" data-testid="share-link" style={{ wordBreak: 'break-all' }}>
        {url}
      </Code>
      {isOwnAddress(url) && (
        <div className={parts.warning} role="alert">
          <IconAlertTriangle size={20} aria-hidden />
          <p>{t('sharing.onlyHere')}</p>
        </div>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
              data-autofocus
            >
              {copied ? t('common.copied') : t('sharing.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
