import { writeSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const PLAN_DESCRIPTOR = 3;

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** Passes the command to the shell that started us, which runs it with exec. */
export const printPlan = ({ root, node, args }) => {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  // Node's compile cache, for faster starts.
  const cache = process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'node');
  const words = [node, ...args].map(quoted).join(' ');
  writeSync(PLAN_DESCRIPTOR, `export PATH=${quoted(path)} NODE_COMPILE_CACHE=${quoted(cache)}; exec ${words}\n`);
};
