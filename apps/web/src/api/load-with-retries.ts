const TRY_AGAIN_MS = 2_000;

/** Loads a part of the console. Retries forever, because React.lazy caches a failure and the server may be back soon. */
export async function loadWithRetries<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
}
