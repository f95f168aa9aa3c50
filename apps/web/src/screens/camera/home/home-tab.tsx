import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/api.ts';
import { type CameraConfig, type HubLink, queries } from '../../../api/queries.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { TabForm } from '../../../parts/forms/tab-form.tsx';
import { useDraft } from '../../../parts/forms/use-draft.ts';
import { useSave } from '../../../parts/forms/use-save.ts';
import { Loaded } from '../../../parts/layout/loaded.tsx';
import { BadgesCard } from './badges-card.tsx';
import { EffectText } from './effect-text.tsx';
import { type DraftLink, draftOf, planHome } from './home-edit.ts';
import { LinksCard } from './links-card.tsx';
import { SensorsCard } from './sensors-card.tsx';

/** The entities of the smart home that belong to a camera: its sensors, and its badges on the picture. */
export function HomeTab({ camera }: { camera: CameraConfig }) {
  const links = useQuery(queries.cameraHubLinks(camera.id));
  return <Loaded query={links}>{(saved) => <HomeForm camera={camera} saved={saved} />}</Loaded>;
}

function HomeForm({ camera, saved }: { camera: CameraConfig; saved: readonly HubLink[] }) {
  const t = useT();
  const { motion_hub_enabled } = camera;
  const savedLinks = saved.map(draftOf);
  const savedIds = new Set(saved.map(({ entity_id }) => entity_id));
  const draft = useDraft(`camera ${camera.id} home`, { links: savedLinks, motion_hub_enabled });
  const { links, motion_hub_enabled: isSource } = draft.value;
  const [pickedId, setPickedId] = useState<string>();
  const plan = planHome(savedLinks, links);
  const save = useSave({
    call: async () => {
      await saveLinks(camera.id, saved, links);
      if (isSource !== motion_hub_enabled)
        await api.cameras.update({ params: { id: camera.id }, body: { motion_hub_enabled: isSource } });
    },
    done: t('camera.saved'),
    onShown: draft.reset,
  });
  const edit = (entityId: string, change: Partial<DraftLink>) =>
    draft.set(
      'links',
      links.map((link) => (link.entity_id === entityId ? { ...link, ...change } : link)),
    );
  return (
    <TabForm
      isDirty={draft.isDirty}
      save={save}
      onDiscard={draft.reset}
      message={<EffectText camera={camera} plan={plan} links={links} isSource={isSource} />}
    >
      <LinksCard
        links={links}
        savedIds={savedIds}
        onAdd={(added) => draft.set('links', [...links, ...added])}
        onRemove={(entityId) =>
          draft.set(
            'links',
            links.filter(({ entity_id }) => entity_id !== entityId),
          )
        }
        onPlace={(entityId, placement) => {
          edit(entityId, { placement });
          setPickedId(entityId);
        }}
      />
      {links.length > 0 && (
        <>
          <BadgesCard
            camera={camera}
            links={links}
            savedIds={savedIds}
            pickedId={pickedId}
            onPick={setPickedId}
            onEdit={edit}
          />
          <SensorsCard
            camera={camera}
            links={links}
            isSource={isSource}
            onSource={(next) => draft.set('motion_hub_enabled', next)}
          />
        </>
      )}
      {links.length === 0 && isSource && (
        <SensorsCard
          camera={camera}
          links={links}
          isSource={isSource}
          onSource={(next) => draft.set('motion_hub_enabled', next)}
        />
      )}
    </TabForm>
  );
}

/** The list first: a badge belongs to a link, which gets its id there. */
async function saveLinks(cameraId: string, saved: readonly HubLink[], wanted: readonly DraftLink[]): Promise<void> {
  const { replacesLinks, placements } = planHome(saved.map(draftOf), wanted);
  const body = { links: wanted.map(({ entity_id, role, label }) => ({ entity_id, role, label })) };
  const links = replacesLinks ? (await api.hub.replaceLinks({ params: { id: cameraId }, body })).items : saved;
  for (const { entityId, placement } of placements) {
    const link = links.find(({ entity_id }) => entity_id === entityId);
    if (link) await api.hub.place({ params: { id: cameraId, link_id: link.id }, body: placement });
  }
}
