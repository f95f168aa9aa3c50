import { ApiProblem } from '@holdfast/client';
import { useIntersection } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { IconPhotoOff, IconVideo } from '../icons/icons.ts';
import classes from '../parts.module.css';
import { retryPicture } from './retry-picture.ts';
import { useBlobUrl } from './use-blob-url.ts';

interface MomentPictureProps {
  cameraId: string;
  cameraName: string;
  at: string;
  /** End of a range from which the picture may come if there is no footage at its start. */
  until?: string;
}

const WIDTH = 320;

const frameAt = (id: string, ts: string) =>
  api.cameras.frame({ params: { id }, query: { ts, width: WIDTH, fast: '1' } });

/** Picture of a recorded moment, or a placeholder where there is no footage. Loaded when it scrolls into view. */
export function MomentPicture({ cameraId, cameraName, at, until }: MomentPictureProps) {
  const { t, format } = useI18n();
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const still = useQuery({
    queryKey: ['moment', cameraId, at, until],
    queryFn: async () => {
      const bytes = await frameAt(cameraId, at).catch((err: unknown) => {
        if (until === undefined || !(err instanceof ApiProblem) || err.code !== 'no-footage') throw err;
        return frameAt(cameraId, new Date((Date.parse(at) + Date.parse(until)) / 2).toISOString());
      });
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' });
    },
    enabled: entry?.isIntersecting === true,
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryPicture(at),
  });
  const url = useBlobUrl(still.data);
  return (
    <div className={classes.stage} ref={ref}>
      {url === undefined ? (
        !still.isError && <IconVideo size={24} className={classes.stageWaits} aria-hidden />
      ) : (
        <img src={url} alt={t('moment.pictureOf', { camera: cameraName, time: format.moment(at) })} />
      )}
      {still.isError && (
        <span className={classes.stageMessage}>
          <IconPhotoOff size={22} aria-hidden />
          <span className={classes.srOnly}>{t('moment.none')}</span>
        </span>
      )}
    </div>
  );
}
