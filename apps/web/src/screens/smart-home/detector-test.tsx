import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useT } from '../../i18n/i18n.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';
import { type DetectorFields, isSameDetectorTest, testedDetector } from './detector-edit.ts';

/** Asks the broker and the detector with the values of the form, before they are saved. */
export function DetectorTest({ fields }: { fields: DetectorFields }) {
  const t = useT();
  const test = useMutation({
    mutationFn: (asked: DetectorFields) => api.detector.test({ body: testedDetector(asked) }),
  });
  // An answer does not apply to values that were changed since.
  const isCurrent = test.variables !== undefined && isSameDetectorTest(test.variables, fields);
  const answer = isCurrent ? test.data : undefined;
  return (
    <>
      <Group>
        <Button
          variant="light"
          loading={test.isPending}
          disabled={fields.mqtt_url === null && fields.http_base_url === null}
          onClick={() => test.mutate(fields)}
        >
          {t('hub.test')}
        </Button>
        <div role="status" className={classes.live}>
          {(['mqtt', 'http'] as const).map((way) => {
            const result = answer?.[way];
            if (!result) return null;
            return (
              <div key={way} data-testid={`detector-${way}`}>
                <StateChip tone={result.ok ? 'good' : 'bad'}>
                  {t(result.ok ? 'detector.answers' : 'detector.fails', { way: way.toUpperCase() })}
                </StateChip>
                {!result.ok && <Text size="sm">{t.reason(result.reason, result.detail)}</Text>}
              </div>
            );
          })}
        </div>
      </Group>
      {test.isError && isCurrent && <ProblemNote problem={test.error} />}
    </>
  );
}
