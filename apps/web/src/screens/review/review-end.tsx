import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/i18n.tsx';
import { IconCheck, IconEye } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';

/** After the last clip: all are seen, or some were passed over. */
export function ReviewEnd({ left, onAgain }: { left: number; onAgain: () => void }) {
  const t = useT();
  const again = useRef<HTMLButtonElement>(null);
  // The keys keep working: Space activates it.
  useEffect(() => again.current?.focus(), []);
  if (left === 0) return <Empty icon={<IconCheck size={32} />} title={t('review.done')} text={t('review.doneHint')} />;
  return (
    <Empty
      icon={<IconEye size={32} />}
      title={t('review.skipped', { count: left })}
      text={t('review.skippedHint')}
      action={
        <Button ref={again} onClick={onAgain}>
          {t('review.again')}
        </Button>
      }
    />
  );
}
