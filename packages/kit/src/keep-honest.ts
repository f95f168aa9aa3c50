/** Whoever loses a camera does not see it any longer than this, as long as the database answers. */
export const LOST_WITHIN_MS = 15_000;
/** What is left for the database's answer. */
const ANSWER_MS = 5_000;
const CHECK_MS = LOST_WITHIN_MS - ANSWER_MS;

/** Asks again and again whether somebody may still watch; returns how to stop asking. */
export function keepHonest({ mayWatch, lost }: { mayWatch: () => Promise<boolean>; lost: () => void }): () => void {
  const timer = setInterval(() => {
    mayWatch().then(
      (may) => may || lost(),
      () => undefined, // The database is away for a moment: nobody loses a picture over it.
    );
  }, CHECK_MS);
  return () => clearInterval(timer);
}
