import { type AlertEventKey, type AlertValues, fillTemplate, parseTemplate, placeholdersOf } from '@holdfast/domain';
import { Code, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { type Translate, useI18n, useT } from '../../i18n/i18n.tsx';
import parts from '../../parts/parts.module.css';
import classes from './alerts.module.css';

interface TemplateFieldsProps {
  eventKey: AlertEventKey;
  placeholders: readonly string[];
  title: string;
  body: string;
  onChange: (change: { title_template: string } | { body_template: string }) => void;
  errorOf: (field: string) => string | undefined;
}

/** Title and text of an alert, with a preview. */
export function TemplateFields({ eventKey, placeholders, title, body, onChange, errorOf }: TemplateFieldsProps) {
  const t = useT();
  return (
    <Stack gap="sm">
      <TextInput
        label={t('alerts.title')}
        value={title}
        onChange={(event) => onChange({ title_template: event.currentTarget.value })}
        error={errorOf('title_template') ?? templateFault(t, eventKey, title)}
        maxLength={2_000}
      />
      <Textarea
        label={t('alerts.body')}
        value={body}
        onChange={(event) => onChange({ body_template: event.currentTarget.value })}
        error={errorOf('body_template') ?? templateFault(t, eventKey, body)}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
      />
      <Text size="sm" c="dimmed" component="div">
        {t('alerts.placeholders')}{' '}
        {placeholders.map((name) => (
          <Code key={name} mr={4}>{`{{${name}}}`}</Code>
        ))}
      </Text>
      <Preview eventKey={eventKey} title={title} body={body} />
    </Stack>
  );
}

/** The fault of a template, in words; undefined if there is none. */
function templateFault(t: Translate, key: AlertEventKey, source: string): string | undefined {
  const parsed = parseTemplate(source, placeholdersOf(key));
  const [fault] = parsed.kind === 'refused' ? parsed.faults : [];
  if (!fault) return undefined;
  switch (fault.kind) {
    case 'too-long':
      return t('reason.alert-template-too-long');
    case 'unbalanced-braces':
      return t('reason.alert-template-braces');
    case 'unknown-placeholder':
      return t('reason.alert-placeholder-unknown', {
        name: fault.name.slice(0, 50),
        allowed: placeholdersOf(key).join(', '),
      });
  }
}

/** The message with example values, as it is read; each service gets it in its own format. */
function Preview({ eventKey, title, body }: { eventKey: AlertEventKey; title: string; body: string }) {
  const { t, format } = useI18n();
  const cameras = useQuery(queries.cameras);
  const values: AlertValues = {
    event_key: eventKey,
    camera: cameras.data?.[0]?.name ?? t('alerts.sampleCamera'),
    time: format.moment(new Date().toISOString()),
    detail: t('alerts.sampleDetail'),
    plate: 'HF100',
    entry_plate: 'HF 100',
    entry_label: t('alerts.sampleLabel'),
    distance: '0',
    confidence: format.percent(0.94),
  };
  const filled = (source: string) => {
    const parsed = parseTemplate(source, placeholdersOf(eventKey));
    return parsed.kind === 'template' ? fillTemplate(parsed.template, values) : '…';
  };
  return (
    <figure className={classes.preview} aria-label={t('alerts.preview')}>
      <figcaption className={parts.help}>{t('alerts.preview')}</figcaption>
      <strong>{filled(title)}</strong>
      <span className={classes.previewBody}>{filled(body)}</span>
    </figure>
  );
}
