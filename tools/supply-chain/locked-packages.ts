import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A third-party package, as in the lockfile. */
export interface LockedPackage {
  name: string;
  version: string;
  /** Its path, relative to the root. */
  path: string;
  /** `sha512-` and base64; missing if the registry did not have it. */
  integrity: string | undefined;
  /** Only used to build and test. */
  dev: boolean;
  /** Only for some platforms; may not be installed. */
  optional: boolean;
}

interface LockEntry {
  version?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
}

const FOLDER = 'node_modules/';

export function lockedPackages(root: string): LockedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes(FOLDER) && !link)
    .map(([path, { version = '', integrity, dev = false, optional = false }]) => ({
      name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length),
      version,
      path,
      integrity,
      dev,
      optional,
    }))
    .sort((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

/** Once each, although npm may install a version in several places. */
export const distinct = (packages: readonly LockedPackage[]): LockedPackage[] => [
  ...new Map(packages.map((one) => [`${one.name}@${one.version}`, one])).values(),
];
