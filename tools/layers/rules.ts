const adapters = ['db', 'media', 'hub', 'detector'] as const;

/** The workspace packages that a package or app may import. All others are refused. */
export const allowed: Record<string, readonly string[]> = {
  'packages/domain': [],
  'packages/kit': [],
  'packages/contract': ['domain'],
  'packages/client': ['domain', 'contract'],
  'packages/ui': ['domain', 'contract', 'client'],
  ...Object.fromEntries(adapters.map((name) => [`packages/${name}`, ['domain', 'kit']])),
  'packages/scenes': ['kit'],
  'packages/simulated-hub': [],
  'packages/testkit': ['domain', 'contract', 'client', 'kit', ...adapters, 'ui', 'simulated-hub'],
  'apps/launcher': ['kit', 'db'],
  'apps/api': ['domain', 'contract', 'kit', ...adapters],
  'apps/recorder': ['domain', 'kit', ...adapters],
  'apps/demo': ['contract', 'client', 'kit', 'media', 'scenes', 'simulated-hub'],
  'apps/worker': ['domain', 'contract', 'client', 'kit', 'media'],
  'apps/web': ['domain', 'contract', 'client', 'ui'],
};

/** Public entries besides the index of a package. */
export const furtherEntries: ReadonlySet<string> = new Set(['@holdfast/db/server']);

/** Of the folders in this one, none is imported by another folder, whether in it or elsewhere. */
export const separateFolders: Record<string, string> = { 'apps/web': 'screens' };

/** These also run in a browser. */
export const withoutNode: ReadonlySet<string> = new Set([
  'packages/domain',
  'packages/contract',
  'packages/client',
  'packages/ui',
  'apps/web',
]);

export const isTestFile = (path: string): boolean =>
  /\.(test|oracle)\.tsx?$/.test(path) ||
  /(^|\/)(test-[^/]+\.tsx?$|testing\/)/.test(path) ||
  path.startsWith('packages/testkit/');
