import type { Policy } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import type { CameraEditPreview } from './preview-camera-edit.ts';

interface PreviewProps {
  preview: CameraEditPreview;
  policy: Policy;
}

const MOST_NAMED = 4;
const listOf = (names: readonly string[]) =>
  `${names
    .slice(0, MOST_NAMED)
    .map((name) => name.slice(0, 60))
    .join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;

/** Who else records by the policy the camera is on. */
export function SharedWith({ preview, policy }: PreviewProps) {
  const t = useT();
  if (preview.othersNow.length === 0) return t('recording.alone', { policy: policy.name });
  return t('recording.shared', {
    policy: policy.name,
    count: preview.othersNow.length,
    names: listOf(preview.othersNow),
  });
}

/** What saving will do, in one or two sentences. */
export function PreviewSentence({ preview, policy }: PreviewProps) {
  const t = useT();
  const { plan, target, othersNow, othersThen, vanishes } = preview;
  return (
    <>
      <strong>
        {plan.kind === 'stay' && t('recording.stays')}
        {plan.kind === 'join' && t('recording.joins', { policy: target?.name ?? '' })}
        {plan.kind === 'rewrite' && t('recording.changes', { policy: target?.name ?? '' })}
        {plan.kind === 'mint' && t('recording.creates', { policy: plan.name })}
      </strong>{' '}
      {plan.kind === 'join' && othersThen.length > 0 && t('recording.withOthers', { names: listOf(othersThen) })}{' '}
      {plan.kind === 'mint' &&
        othersNow.length > 0 &&
        t('recording.othersKeep', { policy: policy.name, names: listOf(othersNow) })}{' '}
      {vanishes !== undefined && t('recording.vanishes', { policy: vanishes })}
    </>
  );
}
