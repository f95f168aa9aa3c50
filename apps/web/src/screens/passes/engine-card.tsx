import type { ReadingEngine } from '@holdfast/domain';
import { useI18n } from '../../i18n/i18n.tsx';
import { ByInput } from '../../parts/keyboard/by-input.tsx';
import { useSingleKeys } from '../../parts/keyboard/single-keys.ts';
import { Card } from '../../parts/layout/card.tsx';
import parts from '../../parts/parts.module.css';
import { useIsAdmin } from '../../session/use-is-admin.ts';
import type { EngineStats } from './pass-queries.ts';
import classes from './passes.module.css';

interface EngineCardProps {
  engine: ReadingEngine;
  /** The key that takes its reading. */
  shortcut: string;
  stats: EngineStats;
}

/** The figures of one engine, those that are shares also as bars. */
export function EngineCard({ engine, shortcut, stats }: EngineCardProps) {
  const { t, format } = useI18n();
  const [hasSingleKeys] = useSingleKeys();
  const hasShortcut = useIsAdmin() && hasSingleKeys;
  const { reads, passes_seen, hit_rate, average_confidence, accuracy, confirmed, correct } = stats;
  const shares = [
    ['hitRate', hit_rate],
    ['confidence', average_confidence],
    ['accuracy', accuracy],
  ] as const;
  return (
    <Card
      title={t(`engine.${engine}`)}
      aside={hasShortcut && <ByInput keys={<kbd className={classes.kbd}>{shortcut}</kbd>} />}
    >
      <dl className={classes.shares} data-engine={engine}>
        {shares.map(([name, share]) => (
          <div key={name}>
            <dt>{t(`passFigure.${name}`)}</dt>
            <dd>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${(share ?? 0) * 100}%` }} />
              </span>
              <strong data-figure={name}>{share === null ? '–' : format.percent(share)}</strong>
            </dd>
          </div>
        ))}
      </dl>
      <p className={parts.help}>
        {t('whatIf.reads', { count: reads })}, {t('passes.count', { count: passes_seen })}.{' '}
        {confirmed > 0 && t('passes.confirmedOf', { correct: format.number(correct), count: confirmed })}
      </p>
    </Card>
  );
}
