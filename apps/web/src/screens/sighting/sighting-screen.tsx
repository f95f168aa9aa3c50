import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCameraName } from '../../footage/use-camera-name.ts';
import { WatchLink } from '../../footage/watch-link.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconFileExport, IconVideo } from '../../parts/icons/icons.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { PdfDialog } from '../../pdf/pdf-dialog.tsx';
import { stampOf } from '../../pdf/pdf-words.ts';
import { CropPicture, cropPath } from '../../plates/crop-picture.tsx';
import { type PlateRead, plateQueries } from '../../plates/plate-queries.ts';
import { PlateText } from '../../plates/plate-text.tsx';
import { WatchChip } from '../../plates/watch-chip.tsx';
import { useHolds } from '../../session/use-holds.ts';
import classes from './sighting.module.css';
import { SightingFacts } from './sighting-facts.tsx';
import { SightingFrame } from './sighting-frame.tsx';

/** One read: its pictures, its moment in playback, its clip and its PDF. Alerts link to this screen. */
export function SightingScreen() {
  const { t } = useI18n();
  const { readId } = useParams({ from: '/shell/plates/sightings/$readId' });
  const read = useQuery(plateQueries.read(readId));
  return (
    <Page title={read.data?.plate ?? t('sighting.title')} back={{ to: '/plates', label: t('nav.plates') }}>
      <Loaded query={read}>{(data) => <Sighting read={data} />}</Loaded>
    </Page>
  );
}

function Sighting({ read }: { read: PlateRead }) {
  const { t } = useI18n();
  const cameraName = useCameraName()(read.camera_id);
  const mayPlay = useHolds('playback');
  const mayClip = useHolds('clips');
  const [hasClip, setHasClip] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  return (
    <>
      {read.watch && (
        <div className={classes.banner} role="note">
          <strong>{t('sighting.onWatchlist')}</strong> <WatchChip watch={read.watch} />
        </div>
      )}
      <div className={classes.columns}>
        {hasClip ? (
          <video
            className={classes.clip}
            src={`/clip/${read.id}/clip.mp4?q=preview`}
            controls
            autoPlay
            muted
            playsInline
            aria-label={t('sighting.clipOf', { plate: read.plate })}
          />
        ) : (
          <SightingFrame read={read} cameraName={cameraName} mayPlay={mayPlay} />
        )}
        <Card>
          <PlateText plate={read.plate} isLarge />
          <CropPicture path={cropPath(read)} plate={read.plate} />
          <SightingFacts read={read} cameraName={cameraName} />
          <Group gap="xs">
            {mayPlay && <WatchLink name={`${read.plate}, ${cameraName}`} cameraIds={[read.camera_id]} at={read.ts} />}
            {mayClip && !hasClip && (
              <Button size="xs" variant="light" leftSection={<IconVideo size={16} />} onClick={() => setHasClip(true)}>
                {t('sighting.clip')}
              </Button>
            )}
            <Button
              size="xs"
              variant="light"
              leftSection={<IconFileExport size={16} />}
              onClick={() => setPrinting(true)}
            >
              {t('pdf.make')}
            </Button>
            <Button
              size="xs"
              variant="default"
              renderRoot={(props) => <Link {...props} to="/plates/dossier/$plate" params={{ plate: read.plate }} />}
            >
              {t('sighting.dossier')}
            </Button>
          </Group>
        </Card>
      </div>
      <PdfDialog
        isOpen={isPrinting}
        onClose={() => setPrinting(false)}
        make={async (words) => (await import('../../pdf/make-sighting-pdf.ts')).makeSightingPdf(read, words)}
        fileName={`${read.plate}_${stampOf(read.ts)}.pdf`}
        lead={t('pdf.lead')}
      />
    </>
  );
}
