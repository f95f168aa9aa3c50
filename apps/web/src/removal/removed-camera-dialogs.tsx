import { RemoveFootageDialog } from './remove-footage-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

/** The dialog to show for a removed camera. */
export interface RemovedCameraTask {
  kind: 'restore' | 'delete';
  camera: { id: string; name: string };
}

interface RemovedCameraDialogsProps {
  task: RemovedCameraTask | undefined;
  onClose(): void;
}

/** Rendered outside menus and lists, which close when a dialog opens. */
export function RemovedCameraDialogs({ task, onClose }: RemovedCameraDialogsProps) {
  if (!task) return null;
  const props = { camera: task.camera, isOpen: true, onClose };
  return task.kind === 'restore' ? <RestoreDialog {...props} /> : <RemoveFootageDialog {...props} />;
}
