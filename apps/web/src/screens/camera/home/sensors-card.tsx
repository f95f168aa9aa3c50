import { Switch } from '@mantine/core';
import type { CameraConfig } from '../../../api/queries.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { Card } from '../../../parts/layout/card.tsx';
import { WarningNote } from '../../../parts/layout/warning-note.tsx';
import { canTurnOn } from '../../../policies/motion-sources.ts';
import { listOf, sensorsOf, useMode } from './effect-text.tsx';
import { type DraftLink, sensorEffect } from './home-edit.ts';

interface SensorsCardProps {
  camera: CameraConfig;
  links: readonly DraftLink[];
  isSource: boolean;
  onSource: (isSource: boolean) => void;
}

/** Whether the linked sensors start recordings, and which ones. */
export function SensorsCard({ camera, links, isSource, onSource }: SensorsCardProps) {
  const t = useT();
  const sensors = sensorsOf(links);
  const effect = sensorEffect({ mode: useMode(camera), isSource, sensors: sensors.length });
  const sentence = t(`sensorEffect.${effect}`, { names: listOf(sensors) });
  return (
    <Card title={t('home.recording')} lead={t('home.recordingLead')}>
      {/* Without a sensor everything would be recorded, so it can only be switched off then. */}
      {(isSource || canTurnOn('motion_hub_enabled', { hasSensor: sensors.length > 0 })) && (
        <Switch
          label={t('home.source')}
          checked={isSource}
          onChange={(event) => onSource(event.currentTarget.checked)}
        />
      )}
      {effect === 'everything' ? (
        <WarningNote>
          <p>{sentence}</p>
        </WarningNote>
      ) : (
        <p style={{ margin: 0 }} data-testid="sensor-effect">
          {sensors.length === 0 ? t('home.noSensors') : sentence}
        </p>
      )}
    </Card>
  );
}
