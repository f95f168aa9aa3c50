import { Button, Stepper } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NewCameraForm } from '../../cameras/new-camera-form.tsx';
import { useT } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { SessionEndedDialog } from '../../session/session-ended-dialog.tsx';
import { useSession } from '../../session/use-session.ts';
import { Entry } from '../../shell/entry.tsx';
import { AdminStep } from './admin-step.tsx';
import { DoneStep } from './done-step.tsx';
import { StorageStep } from './storage-step.tsx';

const steps = ['account', 'storage', 'camera', 'done'] as const;

/** First-run wizard. A signed-in user starts with the storage step. */
export function FirstRunScreen() {
  const t = useT();
  const navigate = useNavigate();
  const { kind } = useSession();
  const [step, setStep] = useState(kind === 'signed-out' ? 0 : 1);
  const [added, setAdded] = useState<string>();
  const current = steps[step] ?? 'done';
  return (
    <Entry title={t('setup.title')} lead={t('setup.lead')} wide>
      <Stepper
        active={step}
        size="sm"
        allowNextStepsSelect={false}
        aria-label={t('setup.steps')}
        wrap={false}
        iconSize={32}
      >
        {steps.slice(0, 3).map((name) => (
          <Stepper.Step key={name} label={t(`setup.${name}`)} allowStepSelect={false} />
        ))}
      </Stepper>
      {current === 'account' && <AdminStep onDone={() => setStep(1)} />}
      {current === 'storage' && <StorageStep onDone={() => setStep(2)} />}
      {current === 'camera' && (
        <Card title={t('setup.cameraTitle')} lead={t('setup.cameraLead')}>
          <NewCameraForm
            onAdded={({ id }) => {
              setAdded(id);
              setStep(3);
            }}
            aside={
              <Button variant="default" onClick={() => void navigate({ to: '/cameras' })}>
                {t('setup.later')}
              </Button>
            }
          />
        </Card>
      )}
      {current === 'done' && <DoneStep cameraId={added} onAnother={() => setStep(2)} />}
      <SessionEndedDialog />
    </Entry>
  );
}
