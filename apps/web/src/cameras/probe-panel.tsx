import { Button, Group, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import type { CameraProbe } from '../api/queries.ts';
import { useI18n, useT } from '../i18n/i18n.tsx';
import { IconRefresh, IconVideo } from '../parts/icons/icons.ts';
import { StateChip } from '../parts/layout/state-chip.tsx';
import classes from '../parts/parts.module.css';
import { ProblemNote } from '../parts/problems/problem-note.tsx';
import { codecName } from './codec-name.ts';

/** Tests the address in the form. */
export function useProbe({ converts = false } = {}) {
  return useMutation({
    mutationFn: (url: string) => api.cameras.test({ body: { url, ...(converts && { convert_video: true }) } }),
  });
}

interface ProbePanelProps {
  probe: ReturnType<typeof useProbe>;
  onTest: () => void;
}

/** Button that tests an address, with the result: picture and stream details, or the reason of the failure. */
export function ProbePanel({ probe, onTest }: ProbePanelProps) {
  const t = useT();
  return (
    <>
      <Group>
        <Button variant="light" leftSection={<IconRefresh size={18} />} loading={probe.isPending} onClick={onTest}>
          {t('camera.test')}
        </Button>
      </Group>
      <div role="status" className={classes.live}>
        {probe.isPending && (
          <div className={classes.stage}>
            <div className={classes.stageMessage}>
              <Loader color="tide.3" size="sm" aria-hidden />
              {t('camera.testing')}
            </div>
          </div>
        )}
        {probe.isSuccess && <ProbeResult found={probe.data} />}
      </div>
      {probe.isError && <ProblemNote problem={probe.error} />}
    </>
  );
}

function ProbeResult({ found }: { found: CameraProbe }) {
  const { t, format } = useI18n();
  return (
    <Group align="flex-start" wrap="wrap" gap="md">
      <div className={classes.stage} style={{ flex: '1 1 300px', maxWidth: 420 }}>
        {found.jpeg === null ? (
          <div className={classes.stageMessage}>
            <IconVideo size={28} aria-hidden />
            {t('camera.noPicture')}
          </div>
        ) : (
          <img src={`data:image/jpeg;base64,${found.jpeg}`} alt={t('camera.testPicture')} />
        )}
      </div>
      <div style={{ flex: '1 1 200px' }}>
        <StateChip tone={found.video ? 'good' : 'warn'}>
          {found.video ? t('camera.answers') : t('camera.noVideo')}
        </StateChip>
        <dl className={classes.facts} style={{ marginTop: 12 }}>
          {found.video && (
            <>
              <dt>{t('camera.video')}</dt>
              <dd>
                {codecName(found.video.codec)}, {found.video.width}×{found.video.height}
              </dd>
              <dt>{t('camera.rate')}</dt>
              <dd>
                {found.video.fps === null
                  ? t('camera.unknown')
                  : t('camera.fps', { count: format.number(found.video.fps) })}
              </dd>
            </>
          )}
          <dt>{t('camera.audio')}</dt>
          <dd>
            {found.audio
              ? `${codecName(found.audio.codec)}, ${format.number(found.audio.sample_rate)} Hz`
              : t('camera.noAudio')}
          </dd>
        </dl>
      </div>
    </Group>
  );
}
