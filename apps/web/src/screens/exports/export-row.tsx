import { Button, Group, Menu, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import type { FootageExport } from '../../api/queries.ts';
import { useI18n, useT } from '../../i18n/i18n.tsx';
import { saveFile, startDownload } from '../../parts/copies/save-file.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconDownload, IconShieldCheck, IconTrash } from '../../parts/icons/icons.ts';
import { Named } from '../../parts/layout/named.tsx';
import { RowAction } from '../../parts/layout/row-action.tsx';
import { StateChip, type Tone } from '../../parts/layout/state-chip.tsx';
import classes from '../../parts/parts.module.css';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { ShareButton } from '../../sharing/share-button.tsx';

const tones: Record<FootageExport['state'], Tone> = {
  queued: 'idle',
  running: 'idle',
  done: 'good',
  failed: 'bad',
  cancelled: 'idle',
  expired: 'idle',
};

export function ExportRow({ footageExport }: { footageExport: FootageExport }) {
  const { t, format } = useI18n();
  const { remove } = useRemoval();
  const { id, state, progress, cameras, start, end, file, failure, failure_reason, created_by, expires_at } =
    footageExport;
  const names = cameras.map(({ name }) => name).join(', ');
  const hasRun = state === 'queued' || state === 'running';
  const cancel = useSave({ call: () => api.exports.remove({ params: { id } }), done: t('exports.cancelled') });
  return (
    <li className={classes.row}>
      <div className={classes.rowMain}>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.rowTitle}>
            <Named text={names} />
          </span>
          <StateChip tone={tones[state]}>{t(`exportState.${state}`)}</StateChip>
        </Group>
        <div className={classes.rowSub}>
          <span>{format.range(start, end)}</span>
          {footageExport.burn_clock && <span>{t('exports.withClock')}</span>}
          {footageExport.speed !== null && (
            <span>{t('exports.lapseOf', { speed: format.number(footageExport.speed) })}</span>
          )}
          {footageExport.speed === null && !footageExport.audio && <span>{t('exports.withoutSound')}</span>}
          {file && <span>{format.bytes(file.size_bytes)}</span>}
          {file && <span>{t('exports.until', { time: format.moment(expires_at) })}</span>}
          {created_by !== null && <Named text={t('footage.by', { name: created_by.username })} inline />}
        </div>
        {hasRun && (
          <Progress
            mt={8}
            value={progress * 100}
            animated={state === 'running'}
            aria-label={t('exports.progress', { share: format.percent(progress) })}
          />
        )}
        {failure !== null && (
          <Text size="sm" mt={4}>
            {t.reason(failure_reason, failure)}
          </Text>
        )}
        {file && <Downloads id={id} fileName={file.name} />}
        {cancel.isError && <ProblemNote problem={cancel.error} />}
      </div>
      {hasRun ? (
        <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('exports.cancel')}
        </Button>
      ) : (
        <RowAction
          label={t('exports.removeNamed', { name: names })}
          icon={<IconTrash size={20} />}
          onClick={() =>
            remove({
              key: `export ${id}`,
              message: t('exports.removed'),
              call: () => api.exports.remove({ params: { id } }),
            })
          }
        />
      )}
    </li>
  );
}

/** The file and its evidence. */
function Downloads({ id, fileName }: { id: string; fileName: string }) {
  const t = useT();
  const link = (which: 'url' | 'manifest_url') => async () =>
    startDownload((await api.exports.link({ params: { id } }))[which]);
  const download = useMutation({ mutationFn: link('url') });
  const manifest = useMutation({ mutationFn: link('manifest_url') });
  const verifier = useMutation({ mutationFn: async () => saveFile(await api.exports.verifier(), 'verify.html') });
  const failed = [download, manifest, verifier].find(({ isError }) => isError);
  return (
    <>
      <Group gap="xs" mt="xs">
        <Button
          size="xs"
          variant="light"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          aria-label={t('exports.downloadNamed', { name: fileName })}
          onClick={() => download.mutate()}
        >
          {t('exports.download')}
        </Button>
        <Menu width={260} shadow="md" position="bottom-start">
          <Menu.Target>
            <Button size="xs" variant="default" leftSection={<IconShieldCheck size={16} />}>
              {t('exports.proof')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => manifest.mutate()}>{t('exports.manifest')}</Menu.Item>
            <Menu.Item onClick={() => verifier.mutate()}>{t('exports.verifier')}</Menu.Item>
            <Text size="xs" c="dimmed" px="sm" py={6}>
              {t('exports.proofHint')}
            </Text>
          </Menu.Dropdown>
        </Menu>
        <ShareButton subject={{ kind: 'export', id }} name={fileName} size="xs" />
      </Group>
      {failed && <ProblemNote problem={failed.error} />}
    </>
  );
}
