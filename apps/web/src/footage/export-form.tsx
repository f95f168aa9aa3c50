import { MAX_EXPORT_CAMERAS, MAX_EXPORT_HOURS } from '@holdfast/contract';
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { useT } from '../i18n/i18n.tsx';
import { DialogForm } from '../parts/dialogs/dialog-form.tsx';
import { CameraPicker } from '../parts/forms/camera-picker.tsx';
import { useSave } from '../parts/forms/use-save.ts';
import { RangeFields } from '../parts/time/range-fields.tsx';
import { LapseField } from './lapse-field.tsx';
import { useRangeDraft } from './use-range-draft.ts';

const HOUR_MS = 3_600_000;

interface ExportFormProps {
  /** Initial values. */
  wanted: { camera_ids: string[]; start: string; end: string };
  onDone: () => void;
}

export function ExportForm({ wanted, onDone }: ExportFormProps) {
  const t = useT();
  const [cameraIds, setCameraIds] = useState(wanted.camera_ids);
  const [burnClock, setBurnClock] = useState(false);
  const [audio, setAudio] = useState(true);
  const [speed, setSpeed] = useState<number | null>(null);
  const { typed, setTyped, range, errorsWith } = useRangeDraft({
    start: wanted.start,
    end: wanted.end,
    maxMs: MAX_EXPORT_HOURS * HOUR_MS,
    tooLong: t('range.tooManyHours', { count: MAX_EXPORT_HOURS }),
  });
  const isTooMany = cameraIds.length > MAX_EXPORT_CAMERAS;
  const save = useSave({
    call: ({ start, end }: { start: string; end: string }) =>
      api.exports.create({
        body: { camera_ids: cameraIds, start, end, burn_clock: burnClock, audio, ...(speed !== null && { speed }) },
      }),
    needs: {
      camera_ids: isTooMany || (cameraIds.length === 0 && t('exports.camerasNeeded')),
      range: range.kind !== 'ok',
    },
    done: t('exports.asked'),
    onDone,
  });
  return (
    <DialogForm
      save={save}
      onSubmit={() => range.kind === 'ok' && save.mutate(range)}
      onCancel={onDone}
      submit={t('exports.start')}
    >
      <CameraPicker
        label={t('exports.cameras')}
        placeholder={t('exports.camerasNeeded')}
        value={cameraIds}
        onChange={setCameraIds}
        hasRemoved
        hasFirstFocus
        error={isTooMany ? t('exports.camerasMost', { count: MAX_EXPORT_CAMERAS }) : save.errorOf('camera_ids')}
      />
      <RangeFields value={typed} onChange={setTyped} errors={errorsWith(save.errorOf)} />
      <Switch
        label={t('exports.clock')}
        description={t('exports.clockHint')}
        checked={burnClock}
        onChange={(event) => setBurnClock(event.currentTarget.checked)}
      />
      <LapseField
        value={speed}
        onChange={setSpeed}
        footageMs={range.kind === 'ok' ? Date.parse(range.end) - Date.parse(range.start) : undefined}
        error={save.errorOf('speed')}
      />
      {speed === null && (
        <Switch
          label={t('exports.audio')}
          checked={audio}
          onChange={(event) => setAudio(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  );
}
