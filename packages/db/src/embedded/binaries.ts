import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresRefused } from './embedded-postgres-refused.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the PostgreSQL of the npm packages for this machine's architecture. */
export const locateBinaries = async (): Promise<Binaries> => {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = join(packageFolder(packageName), 'native');
  await linkLibraries(native);
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
};

const packageFolder = (name: string): string => {
  try {
    // The package exports only dist/index.js; its binaries are next to that folder.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresRefused(
      `No embedded PostgreSQL for ${process.platform} on ${process.arch} (package ${name} is not installed); set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
};

// A package archive cannot contain links, so the package creates them in an install script, which npm may be configured not to
// run.
export const linkLibraries = async (native: string): Promise<void> => {
  const listed: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(listed)) throw new EmbeddedPostgresRefused(`${native}/pg-symlinks.json is not a list of links.`);
  for (const { source, target } of listed as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    await symlink(basename(source), link).catch((err: NodeJS.ErrnoException) => {
      if (err.code === 'EEXIST') return;
      throw new EmbeddedPostgresRefused(
        `PostgreSQL's library link ${link} is missing and cannot be made (${err.code}).`,
      );
    });
  }
};
