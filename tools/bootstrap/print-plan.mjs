import { writeSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const PLAN_DESCRIPTOR = 3;

const quoted = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** Hands the command to the shell that started us, which becomes it. */
export const printPlan = ({ root, node, args }) => {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter);
  // What Node compiled once it need not compile again at the next start.
  const cache = process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'node');
  const words = [node, ...args].map(quoted).join(' ');
  writeSync(PLAN_DESCRIPTOR, `export PATH=${quoted(path)} NODE_COMPILE_CACHE=${quoted(cache)}; exec ${words}\n`);
};
