import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.tsx';
import classes from './parts.module.css';

interface SaveBarProps {
  isShown: boolean;
  isBusy: boolean;
  message?: ReactNode;
  onDiscard: () => void;
}

/** Shown while there are unsaved changes, with the effect of saving. Must be inside its form. */
export function SaveBar({ isShown, isBusy, message, onDiscard }: SaveBarProps) {
  const t = useT();
  if (!isShown) return null;
  return (
    <div className={classes.saveBar}>
      <div role="status">{message ?? t('common.unsaved')}</div>
      <Group gap="xs">
        <Button variant="default" onClick={onDiscard} disabled={isBusy}>
          {t('common.discard')}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t('common.save')}
        </Button>
      </Group>
    </div>
  );
}
