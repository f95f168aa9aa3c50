import { SimpleGrid, TextInput } from '@mantine/core';
import { useI18n } from '../i18n/i18n.tsx';
import classes from './parts.module.css';

export interface LocalRange {
  /** In the format of `datetime-local` fields. */
  start: string;
  end: string;
}

interface RangeFieldsProps {
  value: LocalRange;
  onChange: (value: LocalRange) => void;
  errors: { start?: string | undefined; end?: string | undefined };
}

/** Start and end in local time, with the zone below. */
export function RangeFields({ value, onChange, errors }: RangeFieldsProps) {
  const { t, format } = useI18n();
  return (
    <div>
      <SimpleGrid cols={1} spacing="sm">
        {(['start', 'end'] as const).map((end) => (
          <TextInput
            key={end}
            type="datetime-local"
            step={1}
            label={t(`range.${end}`)}
            value={value[end]}
            onChange={(event) => onChange({ ...value, [end]: event.currentTarget.value })}
            error={errors[end]}
            required
            withAsterisk={false}
          />
        ))}
      </SimpleGrid>
      <p className={classes.help}>{t('range.zone', { zone: format.zone() })}</p>
    </div>
  );
}
