import { Fieldset, Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CameraConfig, queries } from '../../api/queries.ts';
import type { BulkSettings } from '../../cameras/bulk-settings.ts';
import { useT } from '../../i18n/i18n.tsx';
import { type MotionSwitch, motionSwitches, turnsOf } from '../../policies/motion-sources.ts';
import classes from './cameras.module.css';

interface BulkMotionFieldsProps {
  cameras: readonly CameraConfig[];
  settings: BulkSettings;
  /** Undefined leaves each camera as it is. */
  onChange: (change: Partial<Record<MotionSwitch, boolean | undefined>>) => void;
}

/** The motion sources of all chosen cameras, by the same rules as on the page of one. */
export function BulkMotionFields({ cameras, settings, onChange }: BulkMotionFieldsProps) {
  const t = useT();
  const links = useQuery(queries.hubLinks).data ?? [];
  const withSensor = new Set(links.filter(({ role }) => role === 'sensor').map(({ camera_id }) => camera_id));
  const offered = motionSwitches
    .map((source) => ({ source, turns: turnsOf(source, cameras, withSensor) }))
    .filter(({ turns }) => turns.length > 0);
  return (
    <Fieldset
      variant="unstyled"
      legend={t('motion.sources')}
      classNames={{ root: classes.sources, legend: classes.legend }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        {offered.map(({ source, turns }) => (
          <Select
            key={source}
            label={t(`motion.${source}`)}
            placeholder={t('bulk.unchanged')}
            data={turns.map((turn) => ({ value: turn, label: t(`bulkPower.${turn}`) }))}
            value={settings[source] === undefined ? null : settings[source] ? 'on' : 'off'}
            onChange={(turn) => onChange({ [source]: turn === null ? undefined : turn === 'on' })}
            clearable
            clearButtonProps={{ 'aria-label': t('bulk.unchanged') }}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
