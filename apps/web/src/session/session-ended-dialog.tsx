import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { session } from '../api/api.ts';
import { useT } from '../i18n/i18n.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { useSession } from './use-session.ts';

/** Over the screen as it is: whoever signs in again finds what they were typing. */
export function SessionEndedDialog() {
  const t = useT();
  const { kind } = useSession();
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
