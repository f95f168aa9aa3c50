const CHECK_MS = 10_000;

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
