import { useT } from '../i18n/i18n.tsx';
import { WarningNote } from '../parts/layout/warning-note.tsx';
import { hasMotionSource, type MotionSwitches } from './motion-sources.ts';

/** A camera that records on motion without a source records everything, which is rarely intended. */
export function NoSourceNote({ mode, sources }: { mode: string | undefined; sources: MotionSwitches }) {
  const t = useT();
  if (mode !== 'motion' || hasMotionSource(sources)) return null;
  return (
    <WarningNote>
      <p>{t('motion.noSource')}</p>
    </WarningNote>
  );
}
