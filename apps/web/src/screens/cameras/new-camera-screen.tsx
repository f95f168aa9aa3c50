import { useNavigate } from '@tanstack/react-router';
import { NewCameraForm } from '../../cameras/new-camera-form.tsx';
import { useT } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Page } from '../../parts/layout/page.tsx';

export function NewCameraScreen() {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Page title={t('cameras.add')} lead={t('cameras.addLead')} back={{ to: '/cameras', label: t('nav.cameras') }}>
      <Card>
        <NewCameraForm onAdded={({ id }) => void navigate({ to: '/cameras/$cameraId', params: { cameraId: id } })} />
      </Card>
    </Page>
  );
}
