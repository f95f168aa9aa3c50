/** Stub for every schema builder. */
const schema = () => ({});

/**
 * Replaces the schema library in the browser bundle. The client only uses a route's method, path and kind of reply; the
 * server validates.
 */
export const Type = new Proxy({}, { get: () => schema });
