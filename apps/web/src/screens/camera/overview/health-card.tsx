import { useQuery } from '@tanstack/react-query';
import { type Camera, queries, type Status } from '../../../api/queries.ts';
import { codecName } from '../../../cameras/codec-name.ts';
import { useI18n } from '../../../i18n/i18n.tsx';
import { cameraHealth, type StreamHealth } from '../../../live/camera/camera-health.ts';
import { Card } from '../../../parts/layout/card.tsx';
import { Loaded } from '../../../parts/layout/loaded.tsx';
import { StateChip, type Tone } from '../../../parts/layout/state-chip.tsx';
import parts from '../../../parts/parts.module.css';
import classes from './overview.module.css';

const tones: Partial<Record<StreamHealth['state'], Tone>> = {
  recording: 'good',
  idle: 'good',
  connecting: 'warn',
  off: 'idle',
  unknown: 'idle',
};

/** Status and figures of each stream. */
export function HealthCard({ camera }: { camera: Camera }) {
  const { t } = useI18n();
  const status = useQuery(queries.status);
  return (
    <Card title={t('overview.health')} lead={t('overview.healthLead')}>
      <Loaded query={status}>
        {(data) => {
          const { streams } = cameraHealth(data, camera.id);
          if (streams.length === 0) return <p className={classes.sum}>{t('overview.noHealth')}</p>;
          const sources = data.cameras.find(({ camera_id }) => camera_id === camera.id)?.motion_sources ?? [];
          return (
            <>
              {streams.map((stream) => (
                <Stream key={stream.stream} stream={stream} />
              ))}
              {sources.map((source) => (
                <MotionSource key={source.source} source={source} />
              ))}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

type MotionSourceHealth = Status['cameras'][number]['motion_sources'][number];

/** A source that does not work is a reason to record everything, so it is shown like a stream. */
function MotionSource({ source: { source, able, detail, reason, since } }: { source: MotionSourceHealth }) {
  const { t, format } = useI18n();
  return (
    <section className={classes.stream} aria-label={t(`motionSource.${source}`)}>
      <div className={classes.streamHead}>
        <strong>{t(`motionSource.${source}`)}</strong>
        <StateChip tone={able ? 'good' : 'bad'}>{t(able ? 'motionSource.able' : 'motionSource.unable')}</StateChip>
      </div>
      {detail !== null && <p className={classes.detail}>{t.reason(reason, detail.slice(0, 300))}</p>}
      {!able && (
        <dl className={parts.facts}>
          <dt>{t('overview.since')}</dt>
          <dd>{format.moment(since)}</dd>
        </dl>
      )}
    </section>
  );
}

function Stream({ stream }: { stream: StreamHealth }) {
  const { t, format } = useI18n();
  const { width, height, fps, codecs, reencoded, audio_codec, bitrate_bps, segment_lag_ms } = stream;
  const video = [
    codecs === null ? undefined : codecName(codecs.split(',')[0] ?? ''),
    reencoded ? t('system.reencoded') : undefined,
    width === null || height === null ? undefined : `${width}×${height}`,
    fps === null ? undefined : t('overview.fps', { count: Math.round(fps) }),
  ].filter((one) => one !== undefined);
  return (
    <section className={classes.stream} aria-label={t(`stream.${stream.stream}`)}>
      <div className={classes.streamHead}>
        <strong>{t(`stream.${stream.stream}`)}</strong>
        <StateChip tone={tones[stream.state] ?? 'bad'}>{t(`streamState.${stream.state}`)}</StateChip>
      </div>
      <p className={classes.message}>{t(`streamMessage.${stream.state}`)}</p>
      {stream.detail !== null && (
        <p className={classes.detail}>{t.reason(stream.reason, stream.detail.slice(0, 300))}</p>
      )}
      <dl className={parts.facts}>
        <dt>{t('overview.since')}</dt>
        <dd>{format.moment(stream.since)}</dd>
        {video.length > 0 && (
          <>
            <dt>{t('overview.video')}</dt>
            <dd>{video.join(' · ')}</dd>
          </>
        )}
        <dt>{t('overview.sound')}</dt>
        <dd>{audio_codec === null ? t('overview.noSound') : codecName(audio_codec)}</dd>
        {bitrate_bps !== null && (
          <>
            <dt>{t('overview.bitrate')}</dt>
            <dd>{format.bitrate(bitrate_bps)}</dd>
          </>
        )}
        {segment_lag_ms !== null && (
          <>
            <dt>{t('overview.lag')}</dt>
            <dd>{t('live.seconds', { seconds: format.number(Math.round(segment_lag_ms / 100) / 10) })}</dd>
          </>
        )}
        <dt>{t('overview.restarts')}</dt>
        <dd>{format.number(stream.restarts)}</dd>
      </dl>
    </section>
  );
}
