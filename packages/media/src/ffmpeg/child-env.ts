type Env = Readonly<Record<string, string | undefined>>;

// Only what is needed to find and load the program; libfaketime is passed on for tests of the clock.
const PASSED_ON = /^(?:PATH|HOME|TMPDIR|LD_LIBRARY_PATH|LD_PRELOAD|FAKETIME\w*)$/;

/**
 * The environment of an ffmpeg process. `TZ` is always UTC, so that nothing depends on the zone of the host. Nothing else
 * is inherited: our environment contains the database URL and other secrets.
 */
export function childEnv(base: Env): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    if (value !== undefined && PASSED_ON.test(name)) env[name] = value;
  }
  return { ...env, LC_ALL: 'C', TZ: 'UTC' };
}
