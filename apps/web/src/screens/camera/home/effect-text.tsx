import { useQuery } from '@tanstack/react-query';
import { type CameraConfig, queries } from '../../../api/queries.ts';
import { nameOf } from '../../../badges/badge-look.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { type DraftLink, type HomePlan, sensorEffect } from './home-edit.ts';

const MAX_NAMED = 4;

export const listOf = (links: readonly DraftLink[]): string =>
  `${links
    .slice(0, MAX_NAMED)
    .map((link) => nameOf(link).slice(0, 60))
    .join(', ')}${links.length > MAX_NAMED ? ', …' : ''}`;

export const sensorsOf = (links: readonly DraftLink[]): DraftLink[] => links.filter(({ role }) => role === 'sensor');

/** How this camera records, by its policy; undefined until it is known. */
export const useMode = (camera: CameraConfig) =>
  useQuery(queries.policies).data?.find(({ id }) => id === camera.policy_id)?.mode;

interface EffectTextProps {
  camera: CameraConfig;
  plan: HomePlan;
  links: readonly DraftLink[];
  isSource: boolean;
}

/** The effect of saving, in words. */
export function EffectText({ camera, plan, links, isSource }: EffectTextProps) {
  const t = useT();
  const mode = useMode(camera);
  const { linked, unlinked, placements } = plan;
  const sensors = sensorsOf(links);
  const effect = sensorEffect({ mode, isSource, sensors: sensors.length });
  const changesSensors =
    isSource !== camera.motion_hub_enabled || [...linked, ...unlinked].some(({ role }) => role === 'sensor');
  const sentences = [
    ...(linked.length > 0 ? [t('home.links', { names: listOf(linked) })] : []),
    ...(unlinked.length > 0 ? [t('home.unlinks', { names: listOf(unlinked) })] : []),
    ...(placements.length > 0 ? [t('home.places', { count: placements.length })] : []),
    ...(changesSensors ? [t(`sensorEffect.${effect}`, { names: listOf(sensors) })] : []),
  ];
  return sentences.length > 0 ? sentences.join(' ') : t('common.unsaved');
}
