import { Button, Group, Stack, Text } from '@mantine/core';
import { useT } from '../i18n/i18n.tsx';
import { Dialog } from '../parts/dialogs/dialog.tsx';

interface SignOutDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onLeave: () => void;
}

/** Asks before sign-out, because unsaved input is dropped with it. */
export function SignOutDialog({ isOpen, onClose, onLeave }: SignOutDialogProps) {
  const t = useT();
  return (
    <Dialog title={t('unsaved.title')} isOpen={isOpen} onClose={onClose}>
      <Stack>
        <Text>{t('unsaved.signOut')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button onClick={onLeave}>{t('access.signOut')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
