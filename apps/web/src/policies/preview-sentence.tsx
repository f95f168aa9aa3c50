import type { Policy } from '../api/queries.ts';
import { useT } from '../i18n/i18n.tsx';
import type { CameraEditPreview } from './preview-camera-edit.ts';

interface PreviewProps {
  preview: CameraEditPreview;
  policy: Policy;
}

const MAX_NAMED = 4;
const listOf = (names: readonly string[]) =>
  `${names
    .slice(0, MAX_NAMED)
    .map((name) => name.slice(0, 60))
    .join(', ')}${names.length > MAX_NAMED ? ', …' : ''}`;

/** The other cameras on the camera's policy. */
export function SharedWith({ preview, policy }: PreviewProps) {
  const t = useT();
  if (preview.othersOnCurrent.length === 0) return t('recording.alone', { policy: policy.name });
  return t('recording.shared', {
    policy: policy.name,
    count: preview.othersOnCurrent.length,
    names: listOf(preview.othersOnCurrent),
  });
}

/** The effect of saving in one or two sentences. */
export function PreviewSentence({ preview, policy }: PreviewProps) {
  const t = useT();
  const { plan, target, othersOnCurrent, othersOnTarget, deletedPolicy } = preview;
  return (
    <>
      <strong>
        {plan.kind === 'keep' && t('recording.stays')}
        {plan.kind === 'join' && t('recording.joins', { policy: target?.name ?? '' })}
        {plan.kind === 'edit' && t('recording.changes', { policy: target?.name ?? '' })}
        {plan.kind === 'create' && t('recording.creates', { policy: plan.name })}
      </strong>{' '}
      {plan.kind === 'join' &&
        othersOnTarget.length > 0 &&
        t('recording.withOthers', { names: listOf(othersOnTarget) })}{' '}
      {plan.kind === 'create' &&
        othersOnCurrent.length > 0 &&
        t('recording.othersKeep', { policy: policy.name, names: listOf(othersOnCurrent) })}{' '}
      {deletedPolicy !== undefined && t('recording.vanishes', { policy: deletedPolicy })}
    </>
  );
}
