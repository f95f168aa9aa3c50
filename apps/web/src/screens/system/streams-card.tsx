import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries, type Status } from '../../api/queries.ts';
import { codecName } from '../../cameras/codec-name.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip, type Tone } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';

type StatusCamera = Status['cameras'][number];
type Stream = StatusCamera['streams'][number];

const tones: Record<Stream['state'], Tone> = {
  recording: 'good',
  idle: 'good',
  connecting: 'warn',
  offline: 'bad',
  rejected: 'bad',
  stalled: 'bad',
  disk_full: 'bad',
  storage_missing: 'bad',
  off: 'idle',
  unknown: 'idle',
};

/** State of every camera stream, with the time of its last change. */
export function StreamsCard() {
  const { t } = useI18n();
  const status = useQuery(queries.status);
  return (
    <Card title={t('system.streams')} lead={t('system.streamsLead')}>
      <Loaded query={status}>
        {({ cameras }) => {
          const shown = cameras.filter(({ streams }) => streams.length > 0);
          if (shown.length === 0) return t('system.noStreams');
          return (
            <ul className={classes.rows}>
              {shown.flatMap((camera) =>
                camera.streams.map((stream) => (
                  <StreamRow key={`${camera.camera_id} ${stream.stream}`} camera={camera} stream={stream} />
                )),
              )}
            </ul>
          );
        }}
      </Loaded>
    </Card>
  );
}

function StreamRow({ camera, stream }: { camera: StatusCamera; stream: Stream }) {
  const { t, format } = useI18n();
  const { state, width, height, fps, codecs, bitrate_bps, restarts, since, detail, reason } = stream;
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <Link to="/cameras/$cameraId" params={{ cameraId: camera.camera_id }} className={classes.rowTitle}>
          <Named text={camera.name} />
        </Link>
        <div className={classes.rowSub}>
          <span>{t(`stream.${stream.stream}`)}</span>
          {width !== null && height !== null && (
            <span>
              {width}×{height}
              {fps !== null && `, ${t('camera.fps', { count: format.number(fps) })}`}
            </span>
          )}
          {codecs !== null && <span>{codecName(codecs)}</span>}
          {stream.reencoded && <span>{t('system.reencoded')}</span>}
          {bitrate_bps !== null && <span>{format.bitrate(bitrate_bps)}</span>}
          <span>{t('system.sinceShort', { time: format.moment(since) })}</span>
          {restarts > 0 && <span>{t('system.restarts', { count: restarts })}</span>}
        </div>
        {state !== 'off' && detail !== null && (
          <div className={classes.rowSub}>{t.reason(reason, detail.slice(0, 300))}</div>
        )}
      </div>
      <StateChip tone={tones[state]}>{t(`streamState.${state}`)}</StateChip>
    </li>
  );
}
