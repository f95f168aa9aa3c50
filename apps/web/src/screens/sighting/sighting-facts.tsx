import { useI18n } from '../../i18n/i18n.tsx';
import { Named } from '../../parts/layout/named.tsx';
import parts from '../../parts/parts.module.css';
import { engineName } from '../../plates/engine-name.ts';
import type { PlateRead } from '../../plates/plate-queries.ts';

/** When, where and by what a plate was read. */
export function SightingFacts({ read, cameraName }: { read: PlateRead; cameraName: string }) {
  const { t, format } = useI18n();
  return (
    <dl className={parts.facts}>
      <dt>{t('sighting.time')}</dt>
      <dd>
        <time dateTime={read.ts}>{format.exact(read.ts)}</time>
      </dd>
      <dt>{t('sighting.camera')}</dt>
      <dd>
        <Named text={cameraName} />
      </dd>
      <dt>{t('sighting.engine')}</dt>
      <dd>{engineName(read.source_id, t)}</dd>
      {read.confidence !== null && (
        <>
          <dt>{t('sighting.confidence')}</dt>
          <dd>{format.percent(read.confidence)}</dd>
        </>
      )}
      {read.region !== null && (
        <>
          <dt>{t('sighting.region')}</dt>
          <dd>
            <Named text={read.region} />
          </dd>
        </>
      )}
      {read.plate_raw !== read.plate && (
        <>
          <dt>{t('sighting.raw')}</dt>
          <dd className={parts.mono}>
            <Named text={read.plate_raw} />
          </dd>
        </>
      )}
    </dl>
  );
}
