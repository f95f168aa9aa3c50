import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/i18n.tsx';
import { IconPlayerPlay } from '../parts/icons.ts';

interface WatchLinkProps {
  /** Accessible name, for screen readers that read the link without its row. */
  name: string;
  cameraIds: readonly string[];
  at: string;
}

/** Link to playback at a moment. */
export function WatchLink({ name, cameraIds, at }: WatchLinkProps) {
  const t = useT();
  return (
    <Button
      renderRoot={(props) => <Link {...props} to="/playback" search={{ cameras: cameraIds.join(','), at }} />}
      variant="light"
      size="xs"
      leftSection={<IconPlayerPlay size={16} />}
      aria-label={t('moment.watchNamed', { name: name.slice(0, 100) })}
    >
      {t('moment.watch')}
    </Button>
  );
}
