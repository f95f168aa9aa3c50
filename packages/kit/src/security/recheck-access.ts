/** The longest time that a viewer keeps a stream after losing access to the camera, while the database is reachable. */
export const LOST_WITHIN_MS = 15_000;
/** The part of it that is left for the database to answer. */
const ANSWER_MS = 5_000;
const CHECK_MS = LOST_WITHIN_MS - ANSWER_MS;

/** Checks repeatedly whether a viewer may still watch. Returns a function that stops the checks. */
export function recheckAccess({ mayWatch, lost }: { mayWatch: () => Promise<boolean>; lost: () => void }): () => void {
  const timer = setInterval(() => {
    mayWatch().then(
      (may) => may || lost(),
      () => undefined, // The database is away for a moment: no viewer loses the picture for it.
    );
  }, CHECK_MS);
  return () => clearInterval(timer);
}
