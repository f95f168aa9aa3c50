import { AUDIT_ACTIONS, AUDIT_KINDS, auditActions, isAlertEventKey } from '@holdfast/domain';
import type { AuditEntry } from '../../api/queries.ts';
import { type Translate, useI18n } from '../../i18n/i18n.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { StateChip, type Tone } from '../../parts/layout/state-chip.tsx';
import parts from '../../parts/parts.module.css';
import { weekDaysText } from '../../parts/time/week-days.ts';
import classes from './audit.module.css';
import { type EntryFacts, entryFacts, type FieldChange } from './entry-facts.ts';
import { fieldWord, valueWord } from './field-words.ts';

/** An action that is newer than this page has its code as title. */
const titleOf = (action: string, t: Translate): string => {
  const known = AUDIT_ACTIONS.find((one) => one === action);
  return known ? t(`auditAction.${known}`) : action;
};

const kindOf = (action: string) => AUDIT_KINDS.find((kind) => auditActions[kind].some((one) => one === action));

const toneOf = (action: string): Tone => {
  if (action === 'sign-in-failed') return 'warn';
  return kindOf(action) === 'deleted' ? 'bad' : 'idle';
};

export function EntryRow({ entry }: { entry: AuditEntry }) {
  const { t, format } = useI18n();
  const { action, username, client_address, object_id, object_name, ts } = entry;
  const facts = entryFacts(entry.details);
  const kind = kindOf(action);
  const name = object_id !== null && isAlertEventKey(object_id) ? t(`eventKind.${object_id}`) : object_name;
  return (
    <li className={parts.row}>
      <div className={parts.rowMain}>
        <span className={`${parts.rowTitle} ${classes.title}`}>
          {titleOf(action, t)}
          {name !== null && name !== username && <Named text={name} inline />}
        </span>
        <div className={parts.rowSub}>
          {username === null ? <span>{t('audit.nobody')}</span> : <Named text={username} inline />}
          {client_address !== null && <span>{client_address}</span>}
          <time dateTime={ts}>{format.exact(ts)}</time>
        </div>
        <Details facts={facts} isPlayback={action === 'playback-watched'} />
      </div>
      {kind && <StateChip tone={toneOf(action)}>{t(`auditKind.${kind}`)}</StateChip>}
    </li>
  );
}

function Details({ facts, isPlayback }: { facts: EntryFacts; isPlayback: boolean }) {
  const { t, format } = useI18n();
  const shown = useShown();
  const { changes, settings, hidden, range, first, footage, policy, cameras, added, hasMore, isFromEnvironment } =
    facts;
  const written = range && format.range(range.start, range.end);
  // Of footage it is known where playing began, not how much of the hour was watched.
  const rangeText =
    written === undefined || !isPlayback
      ? written
      : first === undefined
        ? t('audit.within', { range: written })
        : t('audit.playedFrom', { range: written, time: format.clock(Date.parse(first)) });
  const lines = [
    rangeText,
    footage?.fate === 'delete'
      ? t('auditFootage.delete', { hours: format.about(footage.hours), size: format.bytes(footage.bytes) })
      : footage && t(`auditFootage.${footage.fate}`),
    policy !== undefined && t('audit.policy', { name: policy }),
    cameras !== undefined && t('audit.cameras', { count: cameras }),
    added !== undefined && t('audit.added', { count: added }),
    hasMore && t('audit.more'),
    isFromEnvironment && t('audit.fromEnvironment'),
  ].filter((line) => typeof line === 'string');
  if (lines.length + changes.length + settings.length === 0) return null;
  return (
    <div className={parts.rowSub}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      {changes.map((change) => (
        <Change key={change.field} change={change} />
      ))}
      {settings.map(({ field, to }) => (
        <bdi key={field} className={classes.change}>{`${fieldWord(field, t)}: ${shown(field, to)}`}</bdi>
      ))}
      {hidden > 0 && <span>{t('audit.fields', { count: hidden })}</span>}
    </div>
  );
}

function useShown(): (field: string, value: unknown) => string {
  const { t, format } = useI18n();
  const days = (week: string) => weekDaysText(week, (day) => t(`day.${day}`), t('alerts.everyDay'));
  return (field, value) => valueWord(field, value, t, { ...format, days });
}

function Change({ change: { field, values } }: { change: FieldChange }) {
  const { t } = useI18n();
  const shown = useShown();
  const label = fieldWord(field, t);
  const text = values ? `${label}: ${shown(field, values.from)} → ${shown(field, values.to)}` : label;
  return <bdi className={classes.change}>{text}</bdi>;
}
