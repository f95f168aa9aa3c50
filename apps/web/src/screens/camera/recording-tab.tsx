import type { WireBehavior } from '@holdfast/contract';
import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { type CameraConfig, type Policy, queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { TabForm } from '../../parts/forms/tab-form.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { BehaviorForm } from '../../policies/behavior-form.tsx';
import { NoSourceNote } from '../../policies/no-source-note.tsx';
import { behaviorOnWire } from '../../policies/policy-facts.ts';
import { invalidColumns, previewCameraEdit } from '../../policies/preview-camera-edit.ts';
import { PreviewSentence, SharedWith } from '../../policies/preview-sentence.tsx';
import { RetentionNote } from '../../policies/retention-note.tsx';

/** The camera's policy, edited for this camera only, with a preview of the effect. */
export function RecordingTab({ camera }: { camera: CameraConfig }) {
  const policies = useQuery(queries.policies);
  return (
    <Loaded query={policies}>
      {(all) => {
        const policy = all.find(({ id }) => id === camera.policy_id);
        return policy && <Recording key={policy.id} camera={camera} policy={policy} policies={all} />;
      }}
    </Loaded>
  );
}

interface RecordingProps {
  camera: CameraConfig;
  policy: Policy;
  policies: readonly Policy[];
}

function Recording({ camera, policy, policies }: RecordingProps) {
  const t = useT();
  const draft = useDraft<WireBehavior>(`camera ${camera.id} recording`, behaviorOnWire(policy));
  const preview = previewCameraEdit({ camera, policies, wanted: draft.value });
  const ends = preview.plan.kind === 'join' ? preview.target : preview.plan.kind === 'create' ? undefined : policy;
  const save = useSave({
    call: () => api.policies.editForCamera({ params: { id: camera.id }, body: draft.changes }),
    needs: { behavior: invalidColumns(draft.value).length > 0 },
    done: (saved) => t('recording.saved', { camera: camera.name, policy: saved.name }),
    onShown: draft.reset,
  });
  return (
    <TabForm
      isDirty={draft.isDirty}
      save={save}
      onDiscard={draft.reset}
      message={<PreviewSentence preview={preview} policy={policy} />}
    >
      <Card title={t('recording.policy')} lead={t('recording.policyLead')}>
        <Select
          label={t('recording.use')}
          data={policies.map(({ id, name }) => ({ value: id, label: name }))}
          value={ends?.id ?? null}
          placeholder={preview.plan.kind === 'create' ? preview.plan.name : ''}
          onChange={(id) => {
            const chosen = policies.find((one) => one.id === id);
            if (chosen) draft.merge(behaviorOnWire(chosen));
          }}
          allowDeselect={false}
          maw={420}
        />
        <Text component="div" size="sm">
          <SharedWith preview={preview} policy={policy} />
        </Text>
      </Card>
      <NoSourceNote mode={draft.value.mode} sources={camera} />
      <BehaviorForm
        value={draft.value}
        onChange={draft.merge}
        outlook={
          <RetentionNote
            behavior={draft.value}
            cameraIds={[camera.id, ...(ends?.members ?? []).map(({ id }) => id).filter((id) => id !== camera.id)]}
            editedPolicyId={ends?.id}
          />
        }
      />
    </TabForm>
  );
}
