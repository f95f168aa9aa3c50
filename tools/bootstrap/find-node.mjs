import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isExecutable } from './find-executable.mjs';
import { StopWith } from './stop-with.mjs';

const MIN_MAJOR = 24;

const majorOf = (node) => {
  const shown = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(shown.stdout ?? '')?.[1] ?? 0);
};

/** The Node of the packages, because the product is tested with it; otherwise the host's if it is new enough. */
export const findNode = (root) => {
  const packaged = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (isExecutable(packaged) && majorOf(packaged) >= MIN_MAJOR) return packaged;
  if (Number(process.versions.node.split('.')[0]) >= MIN_MAJOR) return process.execPath;
  throw new StopWith(
    69,
    `Node ${MIN_MAJOR} or newer is needed; this is ${process.version} and no packaged one runs here.`,
  );
};
