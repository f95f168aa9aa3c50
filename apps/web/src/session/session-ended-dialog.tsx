import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { session } from '../api/api.ts';
import { useT } from '../i18n/i18n.tsx';
import { useTopDialog } from '../parts/dialogs/use-top-dialog.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { useSession } from './use-session.ts';

/** Shown over the current screen, so that unsaved input survives a new sign-in. */
export function SessionEndedDialog() {
  const t = useT();
  const { kind } = useSession();
  // So that Escape does not close a form below it, with what was typed there.
  useTopDialog(kind === 'ended');
  return (
    <Modal
      opened={kind === 'ended'}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('access.ended')}
    >
      <Stack>
        <Text c="dimmed">{t('access.endedHint')}</Text>
        <CredentialsForm />
        <Anchor component="button" type="button" size="sm" onClick={() => session.signOut()}>
          {t('access.leave')}
        </Anchor>
      </Stack>
    </Modal>
  );
}
