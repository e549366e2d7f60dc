// SPDX-License-Identifier: Apache-2.0
// How the two front ends become files: a tiny page each, and hash-named scripts, styles, font and
// icons under /assets/, which nginx lets browsers keep for a year.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    assetsInlineLimit: 0, // everything from our own origin: the security policy knows no data:
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { cm: here('cm/index.html'), admin: here('admin/index.html') },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
});
