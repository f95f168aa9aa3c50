import { familyOf, type Playback } from '@holdfast/ui';
import { useI18n } from '../../../i18n/i18n.tsx';
import { IconAlertTriangle, IconClock, IconPhotoOff } from '../../../parts/icons/icons.ts';
import classes from './panes.module.css';
import { useGap } from './use-gap.ts';

/** Why this camera has no footage at the moment, and until when. */
export function GapNote({ playback, cameraId }: { playback: Playback; cameraId: string }) {
  const { t, format } = useI18n();
  const explanation = useGap(playback, cameraId, true);
  // Also until the reason is known: a pane is never black without a message.
  if (explanation?.kind !== 'gap')
    return (
      <div className={classes.note} role="status">
        {explanation?.kind === 'not-yet' ? <IconClock size={26} aria-hidden /> : <IconPhotoOff size={26} aria-hidden />}
        <span>{explanation?.kind === 'not-yet' ? t('playback.notYet') : t('playback.nothingHere')}</span>
      </div>
    );
  const { gap, isOpen } = explanation;
  const reason = t(`gapReason.${gap.reason}`);
  const start = format.near(gap.startMs, gap.endMs);
  const end = format.near(gap.endMs, gap.startMs);
  const family = familyOf[gap.reason];
  return (
    <div className={classes.note} role="status" data-family={family}>
      {family === 'fault' || family === 'away' ? (
        <IconAlertTriangle size={26} aria-hidden />
      ) : (
        <IconPhotoOff size={26} aria-hidden />
      )}
      <span>{isOpen ? t('playback.gapOpen', { reason, start }) : t('playback.gapUntil', { reason, start, end })}</span>
    </div>
  );
}
