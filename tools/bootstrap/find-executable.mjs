import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** Looks through PATH, and through `alsoIn`: a daemon's folder is not on an ordinary user's PATH. */
export const findExecutable = (name, { path = process.env.PATH ?? '', alsoIn = [] } = {}) =>
  [...path.split(delimiter), ...alsoIn]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
