import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the console in its encodings. */
export interface ConsoleFile {
  mediaType: string;
  etag: string;
  /** Its name contains a hash of its content, so it can be cached forever. */
  immutable: boolean;
  plain: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The built console by path below `/ui/`, in memory: a name that is not in the map does not exist. Empty when not built. */
export function loadConsole(folder: string): ReadonlyMap<string, ConsoleFile> {
  const names = globSync('**/*', { cwd: folder }).filter(
    (name) => Object.hasOwn(mediaTypes, extname(name)) && statSync(join(folder, name)).isFile(),
  );
  return new Map(names.map((name) => [name, loadFile(folder, name)]));
}

function loadFile(folder: string, name: string): ConsoleFile {
  const plain = readFileSync(join(folder, name));
  return {
    mediaType: mediaTypes[extname(name)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    immutable: name.startsWith('assets/'),
    plain,
    br: readIfThere(join(folder, `${name}.br`)),
    gzip: readIfThere(join(folder, `${name}.gz`)),
  };
}

function readIfThere(path: string): Buffer | undefined {
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path) : undefined;
}
