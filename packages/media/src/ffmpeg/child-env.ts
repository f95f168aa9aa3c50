type Env = Readonly<Record<string, string | undefined>>;

// Only what the program needs to be found and loaded; a preloaded clock brings its settings along.
const PASSED_ON = /^(?:PATH|HOME|TMPDIR|LD_LIBRARY_PATH|LD_PRELOAD|FAKETIME\w*)$/;

/**
 * The environment of an ffmpeg child. `TZ` is always UTC, because segment names are made by the child's own clock and
 * the host may run any zone. Nothing else is inherited: our environment holds the database URL and other secrets.
 */
export function childEnv(base: Env): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (value !== undefined && PASSED_ON.test(name)) env[name] = value;
  }
  return { ...env, LC_ALL: 'C', TZ: 'UTC' };
}
