import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

// Builds into a separate folder and swaps it in, so that an interrupted build leaves the previous one.
const [stamp = ''] = process.argv.slice(2);
const target = join(import.meta.dirname, 'dist');
const draft = `${target}.${process.pid}`;
const isText = (name: string) => ['.js', '.css', '.svg', '.webmanifest'].includes(extname(name));

rmSync(draft, { recursive: true, force: true });
mkdirSync(draft);
await build({
  configFile: join(import.meta.dirname, 'vite.config.ts'),
  logLevel: 'error',
  build: { outDir: draft, emptyOutDir: true },
});
for (const name of readdirSync(draft, { recursive: true, encoding: 'utf8' }).filter(isText)) {
  const path = join(draft, name);
  const plain = readFileSync(path);
  writeFileSync(`${path}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
}
writeFileSync(join(draft, '.stamp'), stamp);
rmSync(target, { recursive: true, force: true });
renameSync(draft, target);
