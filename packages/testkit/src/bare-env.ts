/**
 * The environment of a Node process that is started without the caller's own configuration. The folder of compiled scripts
 * belongs to it: without them, loading the product costs more than most tests do.
 */
export function bareEnv(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { ...(PATH !== undefined && { PATH }), ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
}
