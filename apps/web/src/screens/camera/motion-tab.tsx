import { Anchor, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/api.ts';
import { type CameraConfig, queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';
import { canTurnOn, type MotionSwitch, motionSwitches } from '../../policies/motion-sources.ts';
import { NoSourceNote } from '../../policies/no-source-note.tsx';
import { bodyOf } from '../../polygons/edit-polygons.ts';
import { AreasOnCamera } from './areas-on-camera.tsx';
import { MotionCells, MotionFigures, useMotionGrid } from './motion-live.tsx';

export function MotionTab({ camera }: { camera: CameraConfig }) {
  const t = useT();
  const draft = useDraft(`camera ${camera.id} motion`, {
    motion_pixel_enabled: camera.motion_pixel_enabled,
    motion_camera_enabled: camera.motion_camera_enabled,
    motion_detector_enabled: camera.motion_detector_enabled,
    motion_hub_enabled: camera.motion_hub_enabled,
    onvif_url: camera.onvif_url,
    detector_camera_name: camera.detector_camera_name,
    motion_mask: camera.motion_mask,
  });
  const save = useSave({
    call: () => api.cameras.update({ params: { id: camera.id }, body: draft.changes }),
    done: t('camera.saved'),
    onShown: draft.reset,
  });
  const detector = useQuery(queries.detector).data;
  const hasNoDetector = detector !== undefined && (!detector.enabled || detector.mqtt_url === null);
  const mode = useQuery(queries.policies).data?.find(({ id }) => id === camera.policy_id)?.mode;
  const isAnalysed = camera.enabled && camera.motion_pixel_enabled;
  const grid = useMotionGrid(camera.id, isAnalysed);
  /** The settings of a source, below its switch. */
  const fields: Partial<Record<MotionSwitch, ReactNode>> = {
    motion_camera_enabled: (
      <TextInput
        label={t('motion.onvifUrl')}
        description={t('motion.onvifUrlHint')}
        placeholder="http://192.168.1.20/onvif/device_service"
        value={draft.value.onvif_url ?? ''}
        onChange={({ currentTarget: { value } }) => draft.set('onvif_url', value === '' ? null : value)}
        error={save.errorOf('onvif_url')}
        maxLength={500}
        maw={420}
      />
    ),
    motion_detector_enabled: (
      <>
        {hasNoDetector && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t('motion.noDetector')}{' '}
            <Anchor renderRoot={(props) => <Link {...props} to="/smart-home" />} fz="inherit">
              {t('motion.setUpDetector')}
            </Anchor>
          </Text>
        )}
        <TextInput
          label={t('motion.detectorName')}
          description={t('motion.detectorNameHint')}
          placeholder={camera.name.slice(0, 100)}
          value={draft.value.detector_camera_name ?? ''}
          onChange={({ currentTarget: { value } }) => draft.set('detector_camera_name', value === '' ? null : value)}
          error={save.errorOf('detector_camera_name')}
          maxLength={100}
          maw={420}
        />
      </>
    ),
  };
  return (
    <TabForm isDirty={draft.isDirty} save={save} onDiscard={draft.reset}>
      <Card title={t('motion.sources')} lead={t('motion.sourcesLead')}>
        <Stack gap="md">
          <NoSourceNote mode={mode} sources={draft.value} />
          {/* Sensors are linked, and turned on, in the tab of the smart home. */}
          {motionSwitches
            .filter((source) => camera[source] || canTurnOn(source, { hasSensor: false }))
            .map((source) => (
              <Stack key={source} gap="sm">
                <Switch
                  label={t(`motion.${source}`)}
                  description={t(`motionHint.${source}`)}
                  checked={draft.value[source]}
                  onChange={(event) => draft.set(source, event.currentTarget.checked)}
                />
                {draft.value[source] && fields[source]}
              </Stack>
            ))}
        </Stack>
      </Card>
      <Card
        title={t('motion.mask')}
        lead={isAnalysed ? `${t('motion.maskLead')} ${t('motion.liveLead')}` : t('motion.maskLead')}
      >
        {grid && <MotionFigures grid={grid} />}
        <AreasOnCamera
          liveOverlay={grid && ((pictureMs) => <MotionCells grid={grid} pictureMs={pictureMs} />)}
          camera={camera}
          looks={[{ name: 'mask', label: t('motion.maskArea'), tone: '#ff8a5c' }]}
          value={{ mask: draft.value.motion_mask }}
          onChange={(layers) => draft.set('motion_mask', bodyOf(layers.mask))}
        />
      </Card>
    </TabForm>
  );
}
