import { LAPSE_SPEED } from '@holdfast/domain';
import { NumberInput, Switch } from '@mantine/core';
import { useI18n } from '../i18n/i18n.tsx';

const USUAL_SPEED = 60;

interface LapseFieldProps {
  /** Null for footage at its own speed. */
  value: number | null;
  onChange: (speed: number | null) => void;
  /** Length of the chosen range. */
  footageMs: number | undefined;
  error: string | undefined;
}

/** Whether a time-lapse is made, and how fast it is. */
export function LapseField({ value, onChange, footageMs, error }: LapseFieldProps) {
  const { t, format } = useI18n();
  const lengthText = (ms: number) =>
    ms < 1000 ? t('exports.lapseShort') : t('exports.lapseLength', { length: format.duration(ms) });
  return (
    <>
      <Switch
        label={t('exports.lapse')}
        description={t('exports.lapseHint')}
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? USUAL_SPEED : null)}
      />
      {value !== null && (
        <NumberInput
          label={t('exports.speed')}
          description={footageMs !== undefined && lengthText(footageMs / value)}
          value={value}
          onChange={(speed) => typeof speed === 'number' && onChange(speed)}
          min={LAPSE_SPEED.min}
          max={LAPSE_SPEED.max}
          allowDecimal={false}
          clampBehavior="blur"
          error={error}
        />
      )}
    </>
  );
}
