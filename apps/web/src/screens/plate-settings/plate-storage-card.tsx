import { useQuery } from '@tanstack/react-query';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import classes from '../../parts/parts.module.css';
import { plateQueries } from '../../plates/plate-queries.ts';

/** How much space the stored reads take. */
export function PlateStorageCard() {
  const { t, format } = useI18n();
  const storage = useQuery(plateQueries.storage);
  return (
    <Card title={t('plates.storage')} lead={t('plates.storageLead')}>
      <Loaded query={storage}>
        {({ reads, crops, crop_bytes, database_bytes }) => (
          <dl className={classes.facts}>
            <dt>{t('plates.storedReads')}</dt>
            <dd>{format.number(reads)}</dd>
            <dt>{t('plates.storedCrops')}</dt>
            <dd>{t('plates.storedCropsNow', { crops: format.number(crops), size: format.bytes(crop_bytes) })}</dd>
            <dt>{t('plates.storedBytes')}</dt>
            <dd>{format.bytes(database_bytes)}</dd>
          </dl>
        )}
      </Loaded>
    </Card>
  );
}
