import type { LiveSnapshot } from '@holdfast/ui';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/i18n.tsx';

/** Tells the user once that low latency was chosen in vain. */
export function useFallbackNotice(camera: { id: string; name: string }, { hasFallenBack }: LiveSnapshot): void {
  const t = useT();
  const isTold = useRef(false);
  useEffect(() => {
    if (hasFallenBack && !isTold.current)
      notifications.show({
        id: `normal latency ${camera.id}`,
        message: t('live.noQuick', { name: camera.name.slice(0, 100) }),
        color: 'yellow',
      });
    isTold.current = hasFallenBack;
  }, [hasFallenBack, camera, t]);
}
