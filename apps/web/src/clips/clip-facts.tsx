import type { Clip } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { Named } from '../parts/layout/named.tsx';
import { StateChip } from '../parts/layout/state-chip.tsx';
import parts from '../parts/parts.module.css';
import { confidenceOf, sourceText } from './clip-words.ts';
import { useIsRemoved } from './use-is-removed.ts';

/** Camera, time, length and what else is known about a clip. */
export function ClipFacts({ clip }: { clip: Clip }) {
  const { t, format } = useI18n();
  const isRemoved = useIsRemoved(clip.camera_id);
  const score = confidenceOf(clip);
  return (
    <div className={parts.rowSub}>
      <Named text={clip.camera_name} inline />
      {isRemoved && <StateChip tone="idle">{t('clip.removedCamera')}</StateChip>}
      <time dateTime={clip.start_ts}>{format.exact(clip.start_ts)}</time>
      {clip.end_ts !== null && <span>{format.duration(Date.parse(clip.end_ts) - Date.parse(clip.start_ts))}</span>}
      {score !== null && <span>{t('clip.score', { share: format.percent(score) })}</span>}
      {clip.zones.length > 0 && <Named text={t('clip.zones', { zones: clip.zones.join(', ') })} inline />}
      {clip.source_id !== null && <Named text={sourceText(clip.source_id, t)} inline />}
    </div>
  );
}
