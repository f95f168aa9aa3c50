import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { type AlertChannel, queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { EditDialog } from '../../parts/dialogs/edit-dialog.tsx';
import { IconBellRinging, IconPencil, IconPlus, IconSend, IconTrash } from '../../parts/icons/icons.ts';
import { Empty } from '../../parts/layout/empty.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import { StateChip } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { problemText } from '../../parts/problems/problem-text.ts';
import { RemovableRows } from '../../parts/undo/removable-rows.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { ChannelFormFields } from './channel-form.tsx';

/** Where alerts are sent. */
export function ChannelsPanel() {
  const t = useT();
  const channels = useQuery(queries.alertChannels);
  const [edited, setEdited] = useState<AlertChannel | 'new'>();
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      {t('alerts.addChannel')}
    </Button>
  );
  return (
    <Stack>
      {channels.data?.length === 0 ? (
        <Empty
          icon={<IconBellRinging size={30} />}
          title={t('alerts.noChannels')}
          text={t('alerts.noChannelsHint')}
          action={add}
        />
      ) : (
        <>
          <Group justify="flex-end">{add}</Group>
          <RemovableRows query={channels} kind="channel">
            {(channel) => <ChannelRow channel={channel} onEdit={() => setEdited(channel)} />}
          </RemovableRows>
        </>
      )}
      <EditDialog
        edited={edited}
        onClose={() => setEdited(undefined)}
        titles={{ add: t('alerts.addChannel'), edit: t('alerts.editChannel') }}
      >
        {(channel) => <ChannelFormFields channel={channel} onDone={() => setEdited(undefined)} />}
      </EditDialog>
    </Stack>
  );
}

function ChannelRow({ channel, onEdit }: { channel: AlertChannel; onEdit: () => void }) {
  const t = useT();
  const { remove } = useRemoval();
  const { id, name, kind, enabled, target } = channel;
  const test = useMutation({ mutationFn: () => api.alerts.testChannel({ params: { id } }) });
  const fault = test.isError ? problemText(test.error, t) : undefined;
  return (
    <li className={`${classes.row} ${classes.rowWraps}`}>
      <div className={classes.rowMain}>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.rowTitle}>
            <Named text={name} />
          </span>
          {!enabled && <StateChip tone="idle">{t('alerts.channelOff')}</StateChip>}
        </Group>
        <div className={classes.rowSub}>
          <span>{t(`channel.${kind}`)}</span>
          {target !== null && <Named text={target} inline />}
        </div>
        <div role="status" className={classes.live}>
          {test.isSuccess && <StateChip tone="good">{t('alerts.testSent')}</StateChip>}
          {fault && (
            <StateChip tone="bad">
              {fault.detail === undefined ? fault.title : `${fault.title}. ${fault.detail.slice(0, 200)}`}
            </StateChip>
          )}
        </div>
      </div>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconSend size={16} />}
        loading={test.isPending}
        onClick={() => test.mutate()}
        aria-label={t('alerts.testNamed', { name })}
      >
        {t('alerts.test')}
      </Button>
      <RowAction label={t('alerts.editNamed', { name })} icon={<IconPencil size={20} />} onClick={onEdit} />
      <RowAction
        label={t('alerts.removeNamed', { name })}
        icon={<IconTrash size={20} />}
        onClick={() =>
          remove({
            key: `channel ${id}`,
            message: t('alerts.removed', { name }),
            call: () => api.alerts.removeChannel({ params: { id } }),
          })
        }
      />
    </li>
  );
}
