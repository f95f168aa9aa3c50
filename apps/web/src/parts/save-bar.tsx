import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n/i18n.tsx';
import classes from './parts.module.css';

interface SaveBarProps {
  isShown: boolean;
  isBusy: boolean;
  says?: ReactNode;
  onDiscard: () => void;
}

/** Comes up while something is unsaved, says what saving will do, and goes away again. Stands inside its form. */
export function SaveBar({ isShown, isBusy, says, onDiscard }: SaveBarProps) {
  const t = useT();
  if (!isShown) return null;
  return (
    <div className={classes.saveBar}>
      <div role="status">{says ?? t('common.unsaved')}</div>
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
