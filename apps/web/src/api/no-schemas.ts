/** Any schema at all. */
const schema = () => ({});

/**
 * Stands in for the schema library in what is built for the browser. The client reads of a route its method, its path and
 * the kind of its reply; the server is what checks, so what builds schemas has nothing to do here.
 */
export const Type = new Proxy({}, { get: () => schema });
