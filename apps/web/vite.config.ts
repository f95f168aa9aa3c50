import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/ui/',
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: { alias: { typebox: join(import.meta.dirname, 'src', 'api', 'no-schemas.ts') } },
  build: {
    target: 'es2023',
    // Small pictures and fonts stay files of their own: they are cached by themselves and need no data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    // For work on the console: everything that is not the console is the product on its usual port.
    proxy: { '^/(?!ui/)': 'http://127.0.0.1:8080' },
  },
});
