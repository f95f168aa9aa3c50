import { MAX_HUB_LINKS } from '@holdfast/contract';
import { Button, Group } from '@mantine/core';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { BadgePlacement } from '../../../api/queries.ts';
import { useStateText } from '../../../badges/badge.tsx';
import { glyphOf } from '../../../badges/badge-glyphs.ts';
import { iconOf, nameOf } from '../../../badges/badge-look.ts';
import type { BadgeState } from '../../../badges/badge-state.ts';
import { hubStates } from '../../../badges/hub-states.ts';
import { editedStateOf } from '../../../badges/hub-states-store.ts';
import { useNow } from '../../../badges/use-now.ts';
import { useT } from '../../../i18n/i18n.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { IconPlus, IconTrash } from '../../../parts/icons/icons.ts';
import { Card } from '../../../parts/layout/card.tsx';
import { Named } from '../../../parts/layout/named.tsx';
import { RowAction } from '../../../parts/layout/row-action.tsx';
import { StateChip } from '../../../parts/layout/state-chip.tsx';
import classes from '../../../parts/parts.module.css';
import { EntityPicker } from './entity-picker.tsx';
import { type DraftLink, newPlacement } from './home-edit.ts';

interface LinksCardProps {
  links: readonly DraftLink[];
  savedIds: ReadonlySet<string>;
  onAdd: (links: DraftLink[]) => void;
  onRemove: (entityId: string) => void;
  onPlace: (entityId: string, placement: BadgePlacement | null) => void;
}

/** The linked entities with their current states. */
export function LinksCard({ links, savedIds, onAdd, onRemove, onPlace }: LinksCardProps) {
  const t = useT();
  const [isPicking, setPicking] = useState(false);
  const view = useSyncExternalStore(hubStates.subscribe, hubStates.snapshot);
  const nowMs = useNow();
  const linkButton = useRef<HTMLButtonElement>(null);
  return (
    <Card
      title={t('home.linked')}
      lead={t('home.linkedLead')}
      aside={
        <Button ref={linkButton} leftSection={<IconPlus size={18} />} onClick={() => setPicking(true)}>
          {t('home.link')}
        </Button>
      }
    >
      {links.length === 0 ? (
        <p style={{ margin: 0 }}>{t('home.none')}</p>
      ) : (
        <ul className={classes.rows}>
          {links.map((link) => (
            <LinkRow
              key={link.entity_id}
              link={link}
              state={editedStateOf(view, savedIds, link.entity_id)}
              nowMs={nowMs}
              onRemove={() => {
                onRemove(link.entity_id);
                // Its row disappears.
                linkButton.current?.focus();
              }}
              onPlace={() => onPlace(link.entity_id, link.placement === null ? newPlacement(links) : null)}
            />
          ))}
        </ul>
      )}
      <Dialog title={t('home.link')} isOpen={isPicking} onClose={() => setPicking(false)}>
        <EntityPicker
          linkedIds={new Set(links.map(({ entity_id }) => entity_id))}
          most={MAX_HUB_LINKS - links.length}
          onCancel={() => setPicking(false)}
          onDone={(added) => {
            onAdd(added);
            setPicking(false);
          }}
        />
      </Dialog>
    </Card>
  );
}

interface LinkRowProps {
  link: DraftLink;
  state: BadgeState;
  nowMs: number;
  onRemove: () => void;
  onPlace: () => void;
}

function LinkRow({ link, state, nowMs, onRemove, onPlace }: LinkRowProps) {
  const t = useT();
  const { stateText, reasonText } = useStateText(link, state, nowMs);
  const Glyph = glyphOf(iconOf(link, link.placement?.overlay_icon ?? null, state));
  const name = nameOf(link).slice(0, 100);
  return (
    <li className={`${classes.row} ${classes.rowWraps}`} data-entity={link.entity_id}>
      <Glyph size={22} />
      <div className={classes.rowMain}>
        <Group gap="xs" wrap="nowrap">
          <span className={classes.rowTitle}>
            <Named text={nameOf(link)} />
          </span>
          <StateChip tone="idle">{t(`role.${link.role}`)}</StateChip>
        </Group>
        <div className={classes.rowSub}>
          <span className={classes.mono}>{link.entity_id}</span>
          <span>{reasonText === undefined ? stateText : `${stateText}: ${reasonText}`}</span>
        </div>
      </div>
      <Button
        size="xs"
        variant="default"
        onClick={onPlace}
        aria-label={t(link.placement === null ? 'home.placeNamed' : 'home.unplaceNamed', { name })}
      >
        {link.placement === null ? t('home.place') : t('home.unplace')}
      </Button>
      <RowAction label={t('home.unlinkNamed', { name })} icon={<IconTrash size={20} />} onClick={onRemove} />
    </li>
  );
}
