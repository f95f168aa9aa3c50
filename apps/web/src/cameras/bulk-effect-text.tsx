import { List, Text } from '@mantine/core';
import { useT } from '../i18n/i18n.tsx';
import { isolate } from '../i18n/isolate.ts';
import type { BulkEffect } from './bulk-settings.ts';

const MAX_NAMES = 5;

/** What saving will do. */
export function BulkEffectText({ effect }: { effect: BulkEffect }) {
  const t = useT();
  const { changed, turnedOn, turnedOff, audio, motion, blind, policies, grouped, ungrouped } = effect;
  const listed = (names: readonly string[]) => ({
    count: names.length,
    names: names.slice(0, MAX_NAMES).map(isolate).join(', ') + (names.length > MAX_NAMES ? ', …' : ''),
  });
  const lines = [
    turnedOn > 0 && t('bulkEffect.turnedOn', { count: turnedOn }),
    turnedOff > 0 && t('bulkEffect.turnedOff', { count: turnedOff }),
    policies && policies.changed > 0 && t('bulkEffect.policy', { count: policies.changed }),
    policies && policies.created.length > 0 && t('bulkEffect.created', listed(policies.created)),
    policies && policies.edited.length > 0 && t('bulkEffect.edited', listed(policies.edited)),
    policies && policies.deleted.length > 0 && t('bulkEffect.deleted', listed(policies.deleted)),
    audio > 0 && t('bulkEffect.audio', { count: audio }),
    ...motion.map(({ source, isOn, count }) =>
      t(isOn ? 'bulkEffect.sourceOn' : 'bulkEffect.sourceOff', { source: t(`motion.${source}`), count }),
    ),
    blind > 0 && t('bulkEffect.blind', { count: blind }),
    grouped > 0 && t('bulkEffect.grouped', { count: grouped }),
    ungrouped > 0 && t('bulkEffect.ungrouped', { count: ungrouped }),
  ].filter((line) => typeof line === 'string');
  return (
    <div role="status">
      {changed === 0 ? (
        <Text size="sm" c="dimmed">
          {t('bulkEffect.nothing')}
        </Text>
      ) : (
        <List size="sm" spacing={2}>
          {lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </div>
  );
}
