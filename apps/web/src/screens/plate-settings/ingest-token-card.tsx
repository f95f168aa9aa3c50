import { Button, Code, Group, Popover, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useT } from '../../i18n/i18n.tsx';
import { CopyButton } from '../../parts/copies/copy-button.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconCheck, IconCopy, IconKey } from '../../parts/icons/icons.ts';
import { Card } from '../../parts/layout/card.tsx';
import classes from '../../parts/parts.module.css';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';

/** The plate worker's key. It is shown once; generating asks first, because the old key stops working. */
export function IngestTokenCard() {
  const t = useT();
  const [isConfirming, setConfirming] = useState(false);
  const rotate = useSave({ call: () => api.lprConfig.rotateToken(), onDone: () => setConfirming(false) });
  return (
    <Card title={t('plates.token')} lead={t('plates.tokenLead')}>
      {rotate.isError && <ProblemNote problem={rotate.error} />}
      <div role="status" className={classes.live}>
        {rotate.data && (
          <Stack gap="xs">
            <div className={classes.note}>
              <IconKey size={20} aria-hidden />
              {t('plates.tokenOnce')}
            </div>
            <Group gap="xs">
              <Code fz="sm" p="xs" data-testid="ingest-token" style={{ wordBreak: 'break-all' }}>
                {rotate.data.token}
              </Code>
              <CopyButton value={rotate.data.token}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    onClick={copy}
                    leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
                  >
                    {copied ? t('common.copied') : t('common.copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </Stack>
        )}
      </div>
      <Group>
        <Popover opened={isConfirming} onChange={setConfirming} width={280} trapFocus withArrow shadow="md">
          <Popover.Target>
            <Button variant="light" onClick={() => setConfirming(!isConfirming)}>
              {t('plates.rotate')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('plates.rotate')}>
            <Text size="sm" mb="sm">
              {t('plates.rotateWarning')}
            </Text>
            <Button fullWidth loading={rotate.isPending} onClick={() => rotate.mutate()} data-autofocus>
              {t('plates.rotateNow')}
            </Button>
          </Popover.Dropdown>
        </Popover>
      </Group>
    </Card>
  );
}
