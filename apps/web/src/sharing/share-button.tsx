import { Button } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../i18n/i18n.tsx';
import { IconShare3 } from '../parts/icons.ts';
import { ShareDialog, type ShareSubject } from './share-dialog.tsx';
import { useCanShare } from './use-can-share.ts';

/** Not there while sharing is turned off. */
export function ShareButton({ subject, name }: { subject: ShareSubject; name: string }) {
  const t = useT();
  const canShare = useCanShare();
  const [isOpen, setOpen] = useState(false);
  if (!canShare) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconShare3 size={16} />}
        aria-label={t('sharing.shareNamed', { name })}
        onClick={() => setOpen(true)}
      >
        {t('sharing.share')}
      </Button>
      <ShareDialog subject={isOpen ? subject : undefined} onClose={() => setOpen(false)} />
    </>
  );
}
