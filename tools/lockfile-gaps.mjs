// A registry mirror may lack packages of platforms that are not used there. npm then omits them from the lockfile, and a later
// "npm ci" refuses it as incomplete. Their versions are known from the packages that depend on them, so the gaps can be filled.

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

const platformOf = (name) => {
  const words = name.split(/[/-]/);
  const libc = words.includes('musl') ? ['musl'] : words.some((word) => word.startsWith('gnu')) ? ['glibc'] : [];
  const only = { cpu: processors, os: systems };
  const found = Object.entries(only).map(([key, known]) => [key, known.filter((word) => words.includes(word))]);
  return Object.fromEntries([...found, ['libc', libc]].filter(([, values]) => values.length > 0));
};

/** Optional dependencies without an entry, as the missing entries. */
export const lockfileGaps = (lock) => {
  const gaps = {};
  for (const [path, entry] of Object.entries(lock.packages))
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      if (places.some((place) => lock.packages[place] !== undefined)) continue;
      const dev = entry.dev === true ? { dev: true } : {};
      gaps[`node_modules/${name}`] = { version, ...platformOf(name), ...dev, optional: true };
    }
  return gaps;
};

/** Entries that npm could not verify: names by their path in the lockfile. */
export const withoutIntegrity = (lock) =>
  Object.entries(lock.packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && entry.integrity === undefined)
    .map(([path]) => path);

const runsHere = ({ os, cpu, libc }) =>
  (os?.includes('linux') ?? true) &&
  (cpu?.some((one) => one === 'x64' || one === 'arm64') ?? true) &&
  (libc?.includes('glibc') ?? true);

/** The packages that would be installed on the platforms that this product supports. */
export const unverifiable = (lock) => withoutIntegrity(lock).filter((path) => runsHere(lock.packages[path]));
