import type { WireBehavior } from '@holdfast/contract';
import { estimateRetention } from '@holdfast/domain';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../api/queries.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { IconCalendarTime } from '../parts/icons/icons.ts';
import classes from '../parts/parts.module.css';
import { retentionOutlook } from './retention-outlook.ts';
import { retentionSentences } from './retention-sentences.ts';

/** Bitrates vary all the time, but screen readers read every change of the sentence. */
const PLAN_EVERY_MS = 30_000;

interface RetentionNoteProps {
  /** As typed, saved or not. */
  behavior: WireBehavior;
  cameraIds: readonly string[];
  editedPolicyId: string | undefined;
}

/** Estimated retention with the form's values and the cameras' actual bitrates. */
export function RetentionNote({ behavior, cameraIds, editedPolicyId }: RetentionNoteProps) {
  const { t, format } = useI18n();
  const [status, stats, policies] = [
    useQuery({ ...queries.status, queryKey: ['status', 'plan'], refetchInterval: PLAN_EVERY_MS }),
    useQuery(queries.storageStats),
    useQuery(queries.policies),
  ];
  if (!status.data || !stats.data || !policies.data) return null;
  const outlook = retentionOutlook({
    behavior,
    cameraIds,
    editedPolicyId,
    policies: policies.data,
    status: status.data,
    stats: stats.data,
  });
  const sentences =
    outlook.kind === 'unknown'
      ? [t(`planner.${outlook.reason}`)]
      : retentionSentences({
          outlook,
          plan: estimateRetention(outlook.facts),
          isMotion: behavior.mode === 'motion',
          t,
          format,
        });
  return (
    <div className={classes.note}>
      <IconCalendarTime size={20} aria-hidden />
      <div>
        <strong>{t('planner.title')}</strong>
        <div role="status" data-testid="planner">
          {sentences.join(' ')}
        </div>
      </div>
    </div>
  );
}
