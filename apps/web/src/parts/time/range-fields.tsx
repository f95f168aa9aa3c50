import { SimpleGrid } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.tsx';
import classes from '../parts.module.css';
import { MomentField } from './moment-field.tsx';

export interface LocalRange {
  /** As `toLocalField` writes it. */
  start: string;
  end: string;
}

interface RangeFieldsProps {
  value: LocalRange;
  onChange: (value: LocalRange) => void;
  errors: { start?: string | undefined; end?: string | undefined };
}

const examples = { start: '2026-11-17T14:30:00', end: '2026-11-17T15:00:00' } as const;

/** Start and end in local time, with the zone below. */
export function RangeFields({ value, onChange, errors }: RangeFieldsProps) {
  const { t, format } = useI18n();
  return (
    <div>
      <SimpleGrid cols={1} spacing="sm">
        {(['start', 'end'] as const).map((end) => (
          <MomentField
            key={end}
            label={t(`range.${end}`)}
            value={value[end]}
            onChange={(moment) => onChange({ ...value, [end]: moment })}
            error={errors[end]}
            example={examples[end]}
          />
        ))}
      </SimpleGrid>
      <p className={classes.help}>{t('range.zone', { zone: format.zone() })}</p>
    </div>
  );
}
