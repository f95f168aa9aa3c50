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

/** Searches PATH and `alsoIn`: the folder of daemons is not on an ordinary user's PATH. */
export const findExecutable = (name, { path = process.env.PATH ?? '', alsoIn = [] } = {}) =>
  [...path.split(delimiter), ...alsoIn]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
