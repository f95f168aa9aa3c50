import { createPictureMemory } from '@holdfast/ui';

/** Shared by all screens, so that pictures survive navigation. */
export const pictures = createPictureMemory();
