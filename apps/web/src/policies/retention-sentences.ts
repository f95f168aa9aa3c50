import type { RetentionEstimate } from '@holdfast/domain';
import type { Format } from '../i18n/format.ts';
import type { Translate } from '../i18n/i18n.tsx';
import type { RetentionOutlook } from './retention-outlook.ts';

interface SentenceInput {
  outlook: Extract<RetentionOutlook, { kind: 'known' }>;
  plan: RetentionEstimate;
  isMotion: boolean;
  t: Translate;
  format: Pick<Format, 'bytes' | 'bitrate' | 'about' | 'hours'>;
}

/** A plan in sentences: daily use, the limit that applies first, and cameras that were left out. */
export function retentionSentences({ outlook, plan, isMotion, t, format }: SentenceInput): string[] {
  const { facts, bitsPerSecond, cameras, uncounted } = outlook;
  return [
    t('planner.fills', {
      count: cameras,
      rate: format.bitrate(bitsPerSecond),
      size: format.bytes(facts.bytesPerHour * 24),
    }),
    liveSentence({ outlook, plan, t, format }),
    ...(plan.archive ? [archiveSentence({ outlook, plan, t, format })] : []),
    ...(isMotion ? [t('planner.motion')] : []),
    ...(uncounted > 0 ? [t('planner.uncounted', { count: uncounted })] : []),
  ];
}

function liveSentence({ outlook: { facts }, plan, t, format }: Omit<SentenceInput, 'isMotion'>): string {
  const { untilHours, bytes, endedBy } = plan.live;
  const size = format.bytes(bytes);
  const span = format.about(untilHours);
  const age = format.hours(facts.archive?.afterHours ?? facts.live.ageHours);
  switch (endedBy) {
    case 'budget':
      return t(facts.archive ? 'planner.budgetToArchive' : 'planner.budget', {
        size: format.bytes(facts.live.budgetBytes ?? 0),
        span,
        age,
      });
    case 'disk':
      return t(facts.archive ? 'planner.diskToArchive' : 'planner.disk', { span, age });
    case 'ceiling':
      return t('planner.ceiling', { age: format.hours(untilHours), size });
    case 'archive':
      return t('planner.archive', { age, size });
    case 'age':
    case null:
      return t('planner.age', { age, size });
  }
}

function archiveSentence({ outlook: { facts }, plan, t, format }: Omit<SentenceInput, 'isMotion'>): string {
  const { untilHours = 0, bytes = 0, endedBy = null } = plan.archive ?? {};
  const span = format.about(untilHours);
  switch (endedBy) {
    case 'budget':
      return t('planner.archiveBudget', { size: format.bytes(facts.archive?.budgetBytes ?? 0), span });
    case 'disk':
      return t('planner.archiveDisk', { span });
    case 'age':
    case 'ceiling':
    case 'archive':
      return t('planner.archiveAge', { age: format.about(untilHours), size: format.bytes(bytes) });
    case null:
      return t('planner.archiveEndless');
  }
}
