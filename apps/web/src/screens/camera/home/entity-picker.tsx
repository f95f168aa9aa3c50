import { MAX_HUB_LINKS } from '@holdfast/contract';
import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type HubEntity, queries } from '../../../api/queries.ts';
import { useStateText } from '../../../badges/badge.tsx';
import { reportedState } from '../../../badges/badge-state.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { useNeeds } from '../../../parts/forms/use-needs.ts';
import { IconSearch } from '../../../parts/icons/icons.ts';
import { Loaded } from '../../../parts/layout/loaded.tsx';
import classes from '../../../parts/parts.module.css';
import { type DraftLink, newLink, roleOf } from './home-edit.ts';
import { matchEntities } from './match-entities.ts';

const MAX_SHOWN = 50;

interface EntityPickerProps {
  linkedIds: ReadonlySet<string>;
  /** How many more may be linked. */
  most: number;
  onCancel: () => void;
  onDone: (links: DraftLink[]) => void;
}

/** Chooses entities of the hub by name, id or class. */
export function EntityPicker({ linkedIds, most, onCancel, onDone }: EntityPickerProps) {
  const t = useT();
  const entities = useQuery(queries.hubEntities);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly HubEntity[]>([]);
  const isFull = chosen.length >= most;
  const full = t('home.full', { count: MAX_HUB_LINKS });
  const { place, check, neededAt } = useNeeds<HTMLDivElement>({
    entities: chosen.length === 0 && (isFull ? full : t('home.choiceNeeded')),
  });
  const isChosen = (entity: HubEntity) => chosen.some(({ entity_id }) => entity_id === entity.entity_id);
  const toggle = (entity: HubEntity) =>
    setChosen(
      isChosen(entity) ? chosen.filter(({ entity_id }) => entity_id !== entity.entity_id) : [...chosen, entity],
    );
  return (
    <Stack ref={place}>
      <TextInput
        label={t('home.search')}
        leftSection={<IconSearch size={18} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        description={isFull ? full : undefined}
        error={neededAt('entities')}
        maxLength={100}
        data-autofocus
      />
      <Loaded query={entities}>
        {(all) => (
          <EntityList
            entities={all}
            linkedIds={linkedIds}
            search={search}
            isChosen={isChosen}
            isFull={isFull}
            onToggle={toggle}
          />
        )}
      </Loaded>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => check() && onDone(chosen.map(newLink))}>
          {t('home.linkChosen', { count: chosen.length })}
        </Button>
      </Group>
    </Stack>
  );
}

interface EntityListProps {
  entities: readonly HubEntity[];
  linkedIds: ReadonlySet<string>;
  search: string;
  isChosen: (entity: HubEntity) => boolean;
  isFull: boolean;
  onToggle: (entity: HubEntity) => void;
}

function EntityList({ entities, linkedIds, search, isChosen, isFull, onToggle }: EntityListProps) {
  const t = useT();
  const found = useMemo(() => matchEntities(entities, search), [entities, search]);
  const shown = found.slice(0, MAX_SHOWN);
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {found.length > MAX_SHOWN
          ? t('home.foundMore', { shown: MAX_SHOWN, count: found.length })
          : t('home.found', { count: found.length })}
      </Text>
      <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, 'aria-label': t('home.entities') }}>
        <Stack gap="xs" p={4}>
          {shown.map((entity) => {
            const isLinked = linkedIds.has(entity.entity_id);
            return (
              <Checkbox
                key={entity.entity_id}
                label={(entity.name ?? entity.entity_id).slice(0, 120)}
                description={
                  <>
                    <span className={classes.mono}>{entity.entity_id}</span>
                    {` · ${isLinked ? t('home.isLinked') : t(`role.${roleOf(entity.entity_id)}`)} · `}
                    <StateOf entity={entity} />
                  </>
                }
                checked={isLinked || isChosen(entity)}
                disabled={isLinked || (isFull && !isChosen(entity))}
                onChange={() => onToggle(entity)}
              />
            );
          })}
        </Stack>
      </ScrollArea.Autosize>
    </>
  );
}

/** The state helps to distinguish entities with similar names. */
function StateOf({ entity }: { entity: HubEntity }) {
  const { stateText } = useStateText({ ...entity, label: null }, reportedState(entity.state), Date.now());
  return stateText;
}
