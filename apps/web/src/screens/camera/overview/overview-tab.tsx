import { useElementSize } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Camera, queries } from '../../../api/queries.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { cameraHealth } from '../../../live/camera/camera-health.ts';
import { Pane } from '../../../live/pane/pane.tsx';
import { requestFullScreen } from '../../../live/pane/use-full-screen.ts';
import parts from '../../../parts/parts.module.css';
import { CameraFacts } from './camera-facts.tsx';
import { HealthCard } from './health-card.tsx';
import classes from './overview.module.css';
import { TodayCard } from './today-card.tsx';

const nothing = () => undefined;

/** A camera at a glance: live picture, footage of today and health. */
export function OverviewTab({ camera }: { camera: Camera }) {
  const navigate = useNavigate();
  const { ref, width } = useElementSize();
  const open = () => void navigate({ to: '/live', search: { view: 'all', camera: camera.id } });
  const openFull = () => {
    requestFullScreen();
    open();
  };
  return (
    <div className={classes.overview}>
      <div className={classes.main}>
        <div className={classes.stage} ref={ref}>
          <Pane
            camera={camera}
            place={0}
            count={1}
            widthPx={width}
            isLarge
            isMoving
            isHiddenBySolo={false}
            isSolo={false}
            isAlone
            isDragged={false}
            isFull={false}
            gripEvents={{}}
            onSeen={nothing}
            onAway={nothing}
            onSolo={open}
            onFull={openFull}
            onArrow={() => false}
          />
        </div>
        <TodayCard camera={camera} />
      </div>
      <div className={classes.side}>
        <LastRecorded camera={camera} />
        <HealthCard camera={camera} />
        <CameraFacts camera={camera} />
      </div>
    </div>
  );
}

function LastRecorded({ camera }: { camera: Camera }) {
  const { t, format } = useI18n();
  const status = useQuery(queries.status);
  const { lastRecordedMs, streams } = cameraHealth(status.data, camera.id);
  const isRecording = streams.some(({ state }) => state === 'recording');
  return (
    <section className={parts.card} aria-label={t('overview.lastRecorded')}>
      <div className={classes.last}>
        <span className={classes.lastLabel}>{t('overview.lastRecorded')}</span>
        <strong>
          {lastRecordedMs === undefined
            ? t('overview.never')
            : isRecording
              ? t('overview.nowRecording')
              : format.moment(new Date(lastRecordedMs).toISOString())}
        </strong>
      </div>
    </section>
  );
}
