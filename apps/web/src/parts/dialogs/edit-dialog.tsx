import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface EditDialogProps<T> {
  /** The edited object; `new` to create one. */
  edited: T | 'new' | undefined;
  onClose: () => void;
  titles: { add: string; edit: string };
  children: (edited: T | 'new') => ReactNode;
}

/** The dialog of a list for creating and editing rows. */
export function EditDialog<T>({ edited, onClose, titles, children }: EditDialogProps<T>) {
  return (
    <Dialog isOpen={edited !== undefined} onClose={onClose} title={edited === 'new' ? titles.add : titles.edit}>
      {edited !== undefined && children(edited)}
    </Dialog>
  );
}
