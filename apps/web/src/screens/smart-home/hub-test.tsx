import { Button, Code, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useT } from '../../i18n/i18n.tsx';
import classes from '../../parts/parts.module.css';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { StateChip } from '../../parts/state-chip.tsx';
import { WarningNote } from '../../parts/warning-note.tsx';
import { fingerprintText, type HubFields } from './hub-edit.ts';

interface HubTestProps {
  fields: HubFields;
  onAccept: (fingerprint: string) => void;
}

/** Asks the hub with the values of the form, before they are saved. */
export function HubTest({ fields, onAccept }: HubTestProps) {
  const t = useT();
  const { base_url, token, certificate } = fields;
  const test = useMutation({
    mutationFn: () =>
      api.hub.test({ body: { ...(base_url !== null && { base_url }), ...(token !== '' && { token }), certificate } }),
  });
  const shown = test.data?.certificate ?? null;
  return (
    <>
      <Group>
        <Button variant="light" loading={test.isPending} onClick={() => test.mutate()}>
          {t('hub.test')}
        </Button>
        <div role="status" className={classes.live}>
          {test.data && (
            <>
              <StateChip tone={test.data.ok ? 'good' : 'bad'}>
                {test.data.ok ? t('hub.testOk') : t('hub.testFailed')}
              </StateChip>
              {!test.data.ok && <Text size="sm">{t.reason(test.data.reason, test.data.detail)}</Text>}
            </>
          )}
        </div>
      </Group>
      {test.isError && <ProblemNote problem={test.error} />}
      {shown !== null && shown !== certificate && (
        <WarningNote
          action={
            <Button size="xs" variant="light" onClick={() => onAccept(shown)}>
              {t('hub.certificateAccept')}
            </Button>
          }
        >
          <p>{t('hub.certificateCompare')}</p>
          <Code fz="sm" block style={{ wordBreak: 'break-all', whiteSpace: 'normal', marginBottom: 8 }}>
            {fingerprintText(shown)}
          </Code>
        </WarningNote>
      )}
    </>
  );
}
