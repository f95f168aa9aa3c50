import { Button } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { IconShare3 } from '../parts/icons/icons.ts';
import { ShareDialog, type ShareSubject } from './share-dialog.tsx';
import { useCanShare } from './use-can-share.ts';

interface ShareButtonProps {
  subject: ShareSubject;
  name: string;
  /** As large as the buttons beside it. */
  size?: 'xs' | 'sm';
}

/** Hidden while sharing is turned off. */
export function ShareButton({ subject, name, size = 'sm' }: ShareButtonProps) {
  const t = useT();
  const canShare = useCanShare();
  const [isOpen, setOpen] = useState(false);
  if (!canShare) return null;
  return (
    <>
      <Button
        size={size}
        variant="default"
        leftSection={<IconShare3 size={size === 'xs' ? 16 : 18} />}
        aria-label={t('sharing.shareNamed', { name })}
        onClick={() => setOpen(true)}
      >
        {t('sharing.share')}
      </Button>
      <ShareDialog subject={isOpen ? subject : undefined} onClose={() => setOpen(false)} />
    </>
  );
}
