import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import type { CameraConfig } from '../../../api/queries.ts';
import { type BadgeState, unknownState } from '../../../badges/badge-state.ts';
import { hubStates } from '../../../badges/hub-states.ts';
import { editedStateOf } from '../../../badges/hub-states-store.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { IconRefresh } from '../../../parts/icons/icons.ts';
import { Card } from '../../../parts/layout/card.tsx';
import { useStill } from '../../../parts/pictures/use-still.ts';
import { problemText } from '../../../parts/problems/problem-text.ts';
import { BadgeStage } from './badge-stage.tsx';
import { BadgeStyle } from './badge-style.tsx';
import type { DraftLink } from './home-edit.ts';

const STILL_EVERY_MS = 10_000;
const STILL_PX = 1280;
const previews = ['now', 'on', 'off', 'unknown'] as const;
type Preview = (typeof previews)[number];

interface BadgesCardProps {
  camera: CameraConfig;
  links: readonly DraftLink[];
  savedIds: ReadonlySet<string>;
  pickedId: string | undefined;
  onPick: (entityId: string) => void;
  onEdit: (entityId: string, change: Partial<DraftLink>) => void;
}

/** Places badges on a current picture, and styles them, with a preview of every state. */
export function BadgesCard({ camera, links, savedIds, pickedId, onPick, onEdit }: BadgesCardProps) {
  const t = useT();
  const [preview, setPreview] = useState<Preview>('now');
  const view = useSyncExternalStore(hubStates.subscribe, hubStates.snapshot);
  const still = useStill({ cameraId: camera.id, width: STILL_PX, isWanted: camera.enabled, everyMs: STILL_EVERY_MS });
  const placed = links.filter(({ placement }) => placement !== null);
  const picked = placed.find(({ entity_id }) => entity_id === pickedId);
  const stateOf = (entityId: string) => previewState(preview, editedStateOf(view, savedIds, entityId));
  const fault = still.query.isError ? problemText(still.query.error, t) : undefined;
  return (
    <Card title={t('home.badges')} lead={t('home.badgesLead')}>
      {placed.length === 0 ? (
        <p style={{ margin: 0 }}>{t('home.noBadges')}</p>
      ) : (
        <>
          <Group gap="xs">
            <Text size="sm">{t('home.preview')}</Text>
            <SegmentedControl
              size="xs"
              aria-label={t('home.preview')}
              data={previews.map((one) => ({ value: one, label: t(`preview.${one}`) }))}
              value={preview}
              onChange={setPreview}
            />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconRefresh size={16} />}
              loading={still.query.isFetching}
              onClick={() => void still.query.refetch()}
            >
              {t('areas.newPicture')}
            </Button>
          </Group>
          <BadgeStage
            picture={still.url}
            pictureAlt={t('camera.pictureOf', { name: camera.name })}
            missing={fault ? t('areas.noPicture', { reason: fault.detail ?? fault.title }) : undefined}
            links={placed}
            pickedId={picked?.entity_id}
            stateOf={stateOf}
            onPick={onPick}
            onMove={(link, at) => link.placement && onEdit(link.entity_id, { placement: { ...link.placement, ...at } })}
            onRemove={(link) => onEdit(link.entity_id, { placement: null })}
          />
          {picked ? (
            <BadgeStyle link={picked} onEdit={(change) => onEdit(picked.entity_id, change)} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('home.pickOne')}
            </Text>
          )}
        </>
      )}
    </Card>
  );
}

function previewState(preview: Preview, now: BadgeState): BadgeState {
  switch (preview) {
    case 'now':
      return now;
    case 'unknown':
      return unknownState('hub-down');
    default:
      return { kind: 'known', value: preview, unit: null, sinceMs: Date.now() - 65_000 };
  }
}
