import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { api } from '../../api/api.ts';
import { type Policy, queries } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { SaveBar } from '../../parts/forms/save-bar.tsx';
import { useDraft } from '../../parts/forms/use-draft.ts';
import { isBlank } from '../../parts/forms/use-needs.ts';
import { useSave } from '../../parts/forms/use-save.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Loaded } from '../../parts/layout/loaded.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { NotFoundScreen } from '../../parts/layout/not-found-screen.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { ProblemNote } from '../../parts/problems/problem-note.tsx';
import { BehaviorForm } from '../../policies/behavior-form.tsx';
import { behaviorOnWire } from '../../policies/policy-facts.ts';
import { invalidColumns } from '../../policies/preview-camera-edit.ts';
import { RetentionNote } from '../../policies/retention-note.tsx';

/** One policy; with the id `new` a new one with the values of Default. */
export function PolicyScreen() {
  const policies = useQuery(queries.policies);
  const { policyId } = useParams({ from: '/shell/policies/$policyId' });
  return (
    <Loaded query={policies}>
      {(all) => {
        const isNew = policyId === 'new';
        const policy = all.find(({ id, is_default }) => (isNew ? is_default : id === policyId));
        if (!policy) return <NotFoundScreen />;
        return <PolicyEditor key={policyId} policy={policy} isNew={isNew} />;
      }}
    </Loaded>
  );
}

function PolicyEditor({ policy, isNew }: { policy: Policy; isNew: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  const draft = useDraft(isNew ? 'policy new' : `policy ${policy.id}`, {
    name: isNew ? '' : policy.name,
    ...behaviorOnWire(policy),
  });
  const { name, ...behavior } = draft.value;
  const save = useSave({
    call: () =>
      isNew
        ? api.policies.create({ body: draft.value })
        : api.policies.update({ params: { id: policy.id }, body: draft.changes }),
    needs: { name: isBlank(name), behavior: invalidColumns(behavior).length > 0 },
    done: (saved) => t('policies.saved', { name: saved.name }),
    onShown: (saved) => {
      draft.reset();
      if (isNew) void navigate({ to: '/policies/$policyId', params: { policyId: saved.id }, replace: true });
    },
  });
  const members = isNew ? [] : policy.members;
  return (
    <Page
      title={isNew ? t('policies.add') : policy.name}
      lead={isNew ? t('policies.newLead') : undefined}
      back={{ to: '/policies', label: t('nav.policies') }}
    >
      <Form save={save} onSubmit={save.mutate} isFlat>
        <Card>
          <TextInput
            label={t('policy.name')}
            value={name}
            onChange={(event) => draft.set('name', event.currentTarget.value)}
            error={save.errorOf('name')}
            maxLength={100}
            required
            withAsterisk={false}
          />
          {!isNew && <Members members={members} isDefault={policy.is_default} />}
        </Card>
        <BehaviorForm
          value={behavior}
          onChange={draft.merge}
          outlook={
            <RetentionNote
              behavior={behavior}
              cameraIds={members.map(({ id }) => id)}
              editedPolicyId={isNew ? undefined : policy.id}
            />
          }
        />
        {save.isError && <ProblemNote problem={save.error} shownFields={save.shownFields} />}
        <SaveBar
          isShown={draft.isDirty}
          isBusy={save.isPending}
          onDiscard={draft.reset}
          message={isNew ? t('policies.willCreate') : t('policies.willChange', { count: members.length })}
        />
      </Form>
    </Page>
  );
}

function Members({ members, isDefault }: { members: Policy['members']; isDefault: boolean }) {
  const t = useT();
  return (
    <div>
      <div>{t('policies.usedBy', { count: members.length })}</div>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '2px 14px' }}>
        {members.slice(0, 60).map(({ id, name }) => (
          <Named key={id} text={name} inline />
        ))}
      </div>
      {isDefault && <div>{t('policies.defaultHint')}</div>}
    </div>
  );
}
