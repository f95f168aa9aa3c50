import { Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { DialogForm } from '../../parts/dialogs/dialog-form.tsx';
import { useSave } from '../../parts/forms/use-save.ts';

interface RecordDialogProps {
  camera: { id: string; name: string };
  isOpen: boolean;
  onClose: () => void;
}

/** Records from a few seconds ago on, regardless of the motion sources. */
export function RecordDialog({ camera, isOpen, onClose }: RecordDialogProps) {
  const t = useT();
  return (
    <Dialog title={t('record.title', { name: camera.name })} isOpen={isOpen} onClose={onClose}>
      {isOpen && <RecordForm camera={camera} onDone={onClose} />}
    </Dialog>
  );
}

const BEFORE_SECONDS = [5, 15, 30, 60];
const AFTER_MINUTES = [1, 2, 5, 10];

function RecordForm({ camera, onDone }: { camera: RecordDialogProps['camera']; onDone: () => void }) {
  const { t, format } = useI18n();
  const [beforeSeconds, setBefore] = useState(15);
  const [minutes, setMinutes] = useState(1);
  const [label, setLabel] = useState('');
  const save = useSave({
    call: () =>
      api.motion.record({
        params: { id: camera.id },
        body: {
          pre_seconds: beforeSeconds,
          seconds: minutes * 60,
          ...(label.trim() !== '' && { label: label.trim() }),
        },
      }),
    done: ({ start, end }) =>
      t('record.started', {
        name: camera.name,
        start: format.clock(Date.parse(start)),
        end: format.clock(Date.parse(end)),
      }),
    onDone,
  });
  const choices = (values: readonly number[], text: (value: number) => string) =>
    values.map((value) => ({ value: String(value), label: text(value) }));
  return (
    <DialogForm save={save} onSubmit={() => save.mutate()} onCancel={onDone} submit={t('record.start')}>
      <Text size="sm">{t('record.lead')}</Text>
      <Select
        label={t('record.before')}
        description={t('record.beforeHint')}
        data={choices(BEFORE_SECONDS, (seconds) => format.duration(seconds * 1_000))}
        value={String(beforeSeconds)}
        onChange={(value) => setBefore(Number(value))}
        allowDeselect={false}
      />
      <Select
        label={t('record.after')}
        data={choices(AFTER_MINUTES, (count) => format.about(count / 60))}
        value={String(minutes)}
        onChange={(value) => setMinutes(Number(value))}
        allowDeselect={false}
      />
      <TextInput
        label={t('record.label')}
        placeholder={t('clipLabel.manual')}
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
        error={save.errorOf('label')}
        maxLength={100}
      />
    </DialogForm>
  );
}
