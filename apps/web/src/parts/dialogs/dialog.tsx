import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { useOpenerFocus } from './use-opener-focus.ts';
import { useTopDialog } from './use-top-dialog.ts';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form over the screen. Escape and the cross close it, and not what is below it. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const t = useT();
  const isOnTop = useTopDialog(isOpen);
  useOpenerFocus(isOpen);
  return (
    <Modal
      opened={isOpen}
      onClose={() => isOnTop() && onClose()}
      title={title}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  );
}
