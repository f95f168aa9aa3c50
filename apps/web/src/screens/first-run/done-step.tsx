import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { CameraPicture } from '../../cameras/camera-picture.tsx';
import { useT } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';

const PICTURE_EVERY_MS = 10_000;

export function DoneStep({ cameraId, onAnother }: { cameraId: string | undefined; onAnother: () => void }) {
  const t = useT();
  const cameras = useQuery(queries.cameras);
  const camera = cameras.data?.find(({ id }) => id === cameraId);
  return (
    <Card title={t('setup.doneTitle')} lead={t('setup.doneLead')}>
      {camera && <CameraPicture camera={camera} width={640} everyMs={PICTURE_EVERY_MS} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onAnother}>
          {t('setup.another')}
        </Button>
        <Button component={Link} to="/live">
          {t('setup.open')}
        </Button>
      </Group>
    </Card>
  );
}
