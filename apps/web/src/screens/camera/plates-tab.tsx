import { type LprEngine, lprEnabled, lprEngines } from '@holdfast/domain';
import { Radio, Slider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { type CameraConfig, queries } from '../../api/queries.ts';
import { features } from '../../features.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconInfoCircle } from '../../parts/icons/icons.ts';
import { Card } from '../../parts/layout/card.tsx';
import classes from '../../parts/parts.module.css';
import { PlateCountry } from './plate-country.tsx';
import { PlateZones } from './plate-zones.tsx';

const isOffered = (engine: LprEngine, current: LprEngine) =>
  features.builtInReader || !lprEnabled(engine) || engine === current;

export function PlatesTab({ camera }: { camera: CameraConfig }) {
  const { t, format } = useI18n();
  const config = useQuery(queries.lprConfig);
  const draft = useDraft(`camera ${camera.id} plates`, {
    engine: camera.lpr_engine,
    min_confidence: camera.lpr_min_confidence,
    zones: camera.lpr_zones,
    country: camera.lpr_country,
  });
  const save = useSave({
    call: () => api.cameras.updateLpr({ params: { id: camera.id }, body: draft.changes }),
    done: t('camera.saved'),
    onShown: draft.reset,
  });
  const { engine, min_confidence, zones, country } = draft.value;
  const isNative = lprEnabled(engine);
  return (
    <TabForm isDirty={draft.isDirty} save={save} onDiscard={draft.reset}>
      {config.data?.enabled === false && (
        <div className={classes.note}>
          <IconInfoCircle size={20} aria-hidden />
          {t('plates.offNote')}
        </div>
      )}
      <Card title={t('camera.engine')} lead={t('camera.engineLead')}>
        <Radio.Group
          aria-label={t('camera.engine')}
          value={engine}
          onChange={(next) => draft.set('engine', next as LprEngine)}
        >
          <Stack gap="sm">
            {lprEngines
              .filter((one) => isOffered(one, camera.lpr_engine))
              .map((one) => (
                <Radio key={one} value={one} label={t(`engine.${one}`)} description={t(`engineHint.${one}`)} />
              ))}
          </Stack>
        </Radio.Group>
      </Card>
      {isNative && (
        <>
          <Card title={t('camera.confidence')} lead={t('camera.confidenceLead')}>
            <Text size="sm">{t('camera.confidenceNow', { share: format.percent(min_confidence) })}</Text>
            <Slider
              thumbLabel={t('camera.confidence')}
              min={0}
              max={1}
              step={0.01}
              label={null}
              value={min_confidence}
              onChange={(value) => draft.set('min_confidence', value)}
              maw={420}
            />
          </Card>
          <Card title={t('camera.country')} lead={t('camera.countryLead')}>
            <PlateCountry value={country} onChange={(next) => draft.set('country', next)} />
          </Card>
          <Card title={t('camera.zones')} lead={t('camera.zonesLead')}>
            <PlateZones camera={camera} value={zones} onChange={(next) => draft.set('zones', next)} />
          </Card>
        </>
      )}
    </TabForm>
  );
}
