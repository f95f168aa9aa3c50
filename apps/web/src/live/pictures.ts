import { createPictureMemory } from '@holdfast/ui';

/** One for the page: whoever goes from the wall to a camera and back takes its picture along. */
export const pictures = createPictureMemory();
