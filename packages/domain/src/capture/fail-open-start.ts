/** What the database last said of the right to record: nothing yet or not any more, or that another recorder has it. */
export type LeaseAnswer = 'silent' | 'taken';

/** A database that starts together with us is worth this much waiting; footage is lost meanwhile. */
export const PATIENCE_AT_START_MS = 2_000;

/**
 * Fail open: a recorder that starts while nobody can say what is wanted records what it last knew to be wanted. Only the
 * word of the database that another recorder is at work holds it back.
 */
export const recordsFromMemory = ({
  answer,
  waitedMs,
  remembersCameras,
}: {
  answer: LeaseAnswer;
  waitedMs: number;
  remembersCameras: boolean;
}): boolean => remembersCameras && answer === 'silent' && waitedMs >= PATIENCE_AT_START_MS;
