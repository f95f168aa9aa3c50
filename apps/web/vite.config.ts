import { join } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: '/ui/',
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: { alias: { typebox: join(import.meta.dirname, 'src', 'api', 'no-schemas.ts') } },
  build: {
    target: 'es2023',
    // Small pictures and fonts stay separate files, which are cached and need no data: URL in the CSP.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Code that several screens share is one file: as seventy files it doubled the time to the first picture.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 4 }] } } },
  },
  server: {
    // For development: everything outside the console is proxied to the server on its default port.
    proxy: { '^/(?!ui/)': 'http://127.0.0.1:8080' },
  },
});
