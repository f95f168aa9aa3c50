import { isAlertEventKey } from '@holdfast/domain';
import { memo } from 'react';
import type { SystemEvent } from '../../api/queries.ts';
import { eventReason } from '../../events/event-sentence.ts';
import { useEventSentence } from '../../events/use-event-sentence.ts';
import { useCameraName } from '../../footage/use-camera-name.ts';
import { WatchLink } from '../../footage/watch-link.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import own from './events.module.css';
import { severities } from './severity.ts';

export const EventRow = memo(function EventRow({ event, isNew }: { event: SystemEvent; isNew: boolean }) {
  const { t, format } = useI18n();
  const cameraName = useCameraName();
  const sentenceOf = useEventSentence();
  const severity = isAlertEventKey(event.event_key) ? severities[event.event_key] : 'note';
  const reason = eventReason(event);
  const sentence = sentenceOf(event);
  return (
    <article className={`${classes.row} ${own.row}`} data-new={isNew || undefined}>
      <div className={classes.rowMain}>
        <div>
          <StateChip tone={severity === 'note' ? 'idle' : severity}>{t(`severity.${severity}`)}</StateChip>
          {isNew && <span className={own.unread}>{t('events.unread')}</span>}
        </div>
        <p className={own.sentence}>{sentence.slice(0, 600)}</p>
        {reason !== undefined && <p className={own.reason}>{t.reason(event.reason, reason.slice(0, 300))}</p>}
        <div className={classes.rowSub}>
          <time dateTime={event.ts}>{format.exact(event.ts)}</time>
          {event.muted_by !== null && <span>{t('events.mutedBy', { reason: t(`muted.${event.muted_by}`) })}</span>}
        </div>
      </div>
      {event.camera_id !== null && (
        <WatchLink name={cameraName(event.camera_id)} cameraIds={[event.camera_id]} at={event.ts} />
      )}
    </article>
  );
});
