import { ActionIcon, Button, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { api } from '../../api/api.ts';
import type { View } from '../../api/queries.ts';
import { useT } from '../../i18n/i18n.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { useSave } from '../../parts/forms/use-save.ts';
import { IconPencil, IconPlus, IconTrash } from '../../parts/icons/icons.ts';
import { MoreMenu } from '../../parts/layout/more-menu.tsx';
import { Named } from '../../parts/layout/named.tsx';
import { useScrollIntoView } from '../../parts/layout/use-scroll-into-view.ts';
import { useRemoval } from '../../parts/undo/use-removal.tsx';
import { ALL, type Wall } from './use-wall.ts';
import { ViewForm } from './view-form.tsx';
import classes from './wall.module.css';

/** The user's views, the current one and its unsaved changes. */
export function ViewsBar({ wall, views }: { wall: Wall; views: readonly View[] }) {
  const t = useT();
  const { remove } = useRemoval();
  const [edited, setEdited] = useState<'new' | 'this'>();
  const { view, arrangement } = wall;
  const save = useSave({
    call: ({ id }: View) =>
      api.views.update({
        params: { id },
        body: { layout: arrangement.layout, camera_ids: [...arrangement.cameraIds] },
      }),
    done: ({ name }) => t('wall.viewSaved', { name }),
    onShown: () => wall.discard(),
  });
  const removeView = (gone: View) => {
    wall.choose(ALL);
    remove({
      key: `view ${gone.id}`,
      message: t('wall.viewRemoved', { name: gone.name }),
      call: () => api.views.remove({ params: { id: gone.id } }),
    });
  };
  return (
    <>
      <nav className={classes.views} aria-label={t('wall.views')}>
        <ViewButton isShown={view === undefined && wall.group === undefined} onClick={() => wall.choose(ALL)}>
          {t('wall.all')}
        </ViewButton>
        {views.map((one) => (
          <ViewButton key={one.id} isShown={one.id === view?.id} onClick={() => wall.choose(one.id)}>
            <Named text={one.name} />
          </ViewButton>
        ))}
        {view && (
          <MoreMenu label={t('wall.viewMenu', { name: view.name })} position="bottom-start">
            <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => setEdited('this')}>
              {t('wall.editView')}
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => removeView(view)}>
              {t('wall.removeView')}
            </Menu.Item>
          </MoreMenu>
        )}
        <Tooltip label={t('wall.newView')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('wall.newView')}
            onClick={() => setEdited('new')}
          >
            <IconPlus size={18} />
          </ActionIcon>
        </Tooltip>
      </nav>
      {wall.isChanged && (
        <div className={classes.unsaved}>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => wall.discard()}>
            {t('common.discard')}
          </Button>
          <Button
            size="compact-sm"
            loading={save.isPending}
            onClick={() => (view ? save.mutate(view) : setEdited('new'))}
          >
            {view ? t('common.save') : t('wall.saveAsView')}
          </Button>
        </div>
      )}
      <Dialog
        title={edited === 'this' ? t('wall.editView') : t('wall.newView')}
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
      >
        <ViewForm
          view={edited === 'this' ? view : undefined}
          arrangement={arrangement}
          onCancel={() => setEdited(undefined)}
          onSaved={({ id }) => {
            setEdited(undefined);
            wall.discard();
            wall.choose(id);
          }}
        />
      </Dialog>
    </>
  );
}

interface ViewButtonProps {
  isShown: boolean;
  onClick: () => void;
  children: ReactNode;
}

function ViewButton({ isShown, onClick, children }: ViewButtonProps) {
  const button = useScrollIntoView<HTMLButtonElement>(isShown);
  return (
    <UnstyledButton ref={button} className={classes.viewButton} aria-current={isShown || undefined} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
