import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';

/** Restarts the recorder, after a question. */
export function RestartCard() {
  const { t, format } = useI18n();
  const [isAsking, setAsking] = useState(false);
  const restart = useQuery(queries.recorderRestart);
  const status = useQuery(queries.status);
  const close = () => setAsking(false);
  const save = useSave({ call: () => api.recorderRestart.request(), onDone: close });
  const isPending = restart.data?.pending === true;
  const recorder = status.data?.recorder;
  const queryClient = useQueryClient();
  // A recorder that has restarted reports another start time.
  useEffect(() => {
    if (!isPending) void queryClient.invalidateQueries({ queryKey: queries.status.queryKey });
  }, [queryClient, isPending]);
  return (
    <Card
      title={t('system.recorder')}
      lead={t('restart.lead')}
      aside={
        <Button variant="default" loading={isPending} onClick={() => setAsking(true)}>
          {t('restart.ask')}
        </Button>
      }
    >
      <Group role="status" gap={6}>
        {isPending
          ? t('restart.pending')
          : recorder?.alive && recorder.started_at !== null
            ? t('system.recorderAlive', { time: format.moment(recorder.started_at) })
            : t('system.recorderSilent')}
      </Group>
      <Dialog isOpen={isAsking} onClose={close} title={t('restart.title')}>
        <DialogForm save={save} submit={t('restart.confirm')} onSubmit={() => save.mutate()} onCancel={close}>
          <p>{t('restart.effect')}</p>
        </DialogForm>
      </Dialog>
    </Card>
  );
}
