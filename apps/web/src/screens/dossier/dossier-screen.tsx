import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCameraName } from '../../footage/use-camera-name.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { IconEye } from '../../parts/icons/icons.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Pages } from '../../parts/layout/pages.tsx';
import parts from '../../parts/parts.module.css';
import { EntryForm } from '../../plates/entry-form.tsx';
import { type PlateDossier, plateQueries } from '../../plates/plate-queries.ts';
import { PlateText } from '../../plates/plate-text.tsx';
import { ReadRows } from '../../plates/read-rows.tsx';
import { SightingsCard } from '../../plates/sightings-card.tsx';
import { WatchChip } from '../../plates/watch-chip.tsx';
import { useHolds } from '../../session/use-holds.ts';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import classes from './dossier.module.css';

/** Everything about one plate. */
export function DossierScreen() {
  const { t } = useI18n();
  const { plate } = useParams({ from: '/shell/plates/dossier/$plate' });
  const isAdmin = useIsAdmin();
  const [isAdding, setAdding] = useState(false);
  const dossier = useQuery(plateQueries.dossier(plate));
  const filter = { q: plate, match: 'exact' } as const;
  const reads = useInfiniteQuery(plateQueries.search(filter));
  const canPlay = useHolds('playback');
  const isListed =
    dossier.data !== undefined && (dossier.data.watch?.plate === plate || dossier.data.ignored_by !== null);
  return (
    <Page
      title={plate}
      back={{ to: '/plates', label: t('nav.plates') }}
      actions={
        isAdmin &&
        !isListed && (
          <Button variant="light" leftSection={<IconEye size={18} />} onClick={() => setAdding(true)}>
            {t('watchlist.watchThis')}
          </Button>
        )
      }
    >
      <div className={classes.columns}>
        <Loaded query={dossier}>{(data) => <Facts dossier={data} />}</Loaded>
        <Loaded query={dossier}>{(data) => <Similar dossier={data} />}</Loaded>
      </div>
      <SightingsCard filter={filter} />
      <Pages query={reads}>
        {(all) => <ReadRows label={t('dossier.sightings')} reads={all} canPlay={canPlay} withoutPlate />}
      </Pages>
      <Dialog title={t('watchlist.add')} isOpen={isAdding} onClose={() => setAdding(false)}>
        <EntryForm entry={{ plate }} onDone={() => setAdding(false)} />
      </Dialog>
    </Page>
  );
}

function Facts({ dossier }: { dossier: PlateDossier }) {
  const { t, format } = useI18n();
  const cameraName = useCameraName();
  const { plate, reads, truncated, first_seen, last_seen, cameras, watch, ignored_by } = dossier;
  return (
    <Card title={t('dossier.facts')}>
      <div className={classes.head}>
        <PlateText plate={plate} isLarge />
        {watch && <WatchChip watch={watch} />}
        {ignored_by && <span className={parts.help}>{t('dossier.ignored')}</span>}
      </div>
      <dl className={parts.facts}>
        <dt>{t('dossier.reads')}</dt>
        <dd>{truncated ? t('dossier.moreThan', { count: reads }) : format.number(reads)}</dd>
        {first_seen !== null && last_seen !== null && (
          <>
            <dt>{t('dossier.first')}</dt>
            <dd>{format.exact(first_seen)}</dd>
            <dt>{t('dossier.last')}</dt>
            <dd>{format.exact(last_seen)}</dd>
          </>
        )}
        {cameras.map((camera) => (
          <div key={camera.camera_id} className={classes.fact}>
            <dt>
              <Named text={cameraName(camera.camera_id)} inline />
            </dt>
            <dd>{t('dossier.atCamera', { count: camera.reads, time: format.moment(camera.last_seen) })}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Readings that the engines may have confused with this one. */
function Similar({ dossier: { similar } }: { dossier: PlateDossier }) {
  const { t, format } = useI18n();
  return (
    <Card title={t('dossier.similar')} lead={t('dossier.similarLead')}>
      {similar.length === 0 ? (
        <p className={parts.help}>{t('dossier.noSimilar')}</p>
      ) : (
        <ul className={classes.similar}>
          {similar.map(({ plate, distance, reads, last_seen }) => (
            <li key={plate}>
              <Link to="/plates/dossier/$plate" params={{ plate }}>
                <PlateText plate={plate} />
              </Link>
              <span className={parts.rowSub}>
                {distance === 0 ? t('dossier.lookAlike') : t('plateSearch.distance', { count: distance })}
                {' · '}
                {t('dossier.atCamera', { count: reads, time: format.moment(last_seen) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
