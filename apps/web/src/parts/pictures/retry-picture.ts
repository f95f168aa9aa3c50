import { ApiProblem } from '@holdfast/client';

// The newest footage is in a file that is still being written.
const FILE_IN_WORK_MS = 30_000;

/** Whether the recorded picture of a moment is asked for again. */
export const retryPicture =
  (at: string) =>
  (failures: number, err: Error): boolean => {
    if (!(err instanceof ApiProblem)) return false;
    // Too many requests at once; the queue clears quickly.
    if (err.code === 'too-many-stills') return failures < 5;
    return err.code === 'no-footage' && Date.now() - Date.parse(at) < FILE_IN_WORK_MS;
  };
