import { Button, Group } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import classes from '../parts.module.css';

interface SaveBarProps {
  isShown: boolean;
  isBusy: boolean;
  message?: ReactNode;
  onDiscard: () => void;
}

/** Shown while there are unsaved changes, with the effect of saving. Must be inside its form. */
export function SaveBar({ isShown, isBusy, message, onDiscard }: SaveBarProps) {
  const t = useT();
  const place = useRef<HTMLSpanElement>(null);
  const wasShown = useRef(isShown);
  useLayoutEffect(() => {
    // Its button had the focus and is gone: the next Tab continues from here, not from the top of the page.
    if (wasShown.current && !isShown && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
    wasShown.current = isShown;
  }, [isShown]);
  if (!isShown) return <span ref={place} tabIndex={-1} />;
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
