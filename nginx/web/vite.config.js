// SPDX-License-Identifier: Apache-2.0
// How the two front ends become files: a tiny page each, and hash-named scripts, styles, font and
// icons under /assets/, which nginx lets browsers keep for a year.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// pdf.js fetches character maps and standard fonts by name, so they go under its version.
const pdfjs = here('node_modules/pdfjs-dist/');
const pdfFiles = `assets/pdf-${JSON.parse(readFileSync(`${pdfjs}package.json`, 'utf8')).version}/`;
const withPdfFiles = {
  name: 'pdf-files',
  generateBundle() {
    for (const folder of ['cmaps/', 'standard_fonts/']) {
      for (const name of readdirSync(pdfjs + folder)) {
        this.emitFile({
          type: 'asset',
          fileName: pdfFiles + folder + name,
          source: readFileSync(pdfjs + folder + name),
        });
      }
    }
  },
};

// The font is needed by the first words, and would else be found only when the styles have been read.
const withFontEarly = {
  name: 'font-early',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'));
      return font
        ? [
            {
              tag: 'link',
              injectTo: 'head',
              attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` },
            },
          ]
        : html;
    },
  },
};

// What most views are made of comes with the frame: as small files of their own each would cost a request.
const OF_ALL = [
  /\/src\/(design|api)\//,
  /\/src\/shell\/\w+\.tsx?$/,
  /\/src\/strings\/(en|words|format|count)\.ts$/,
  /\/src\/strings\/en\//,
  /\/node_modules\/(preact|@preact|wouter-preact|regexparam|mitt|use-sync-external-store|lucide-preact)\//,
];
const ALONE = /settings_view|tenant_choice/; // are views of their own, though they stand in the shell

export default defineConfig({
  root: here('.'),
  define: { 'import.meta.env.PDF_FILES': JSON.stringify(`/${pdfFiles}`) },
  plugins: [withPdfFiles, withFontEarly],
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
        manualChunks: (id) => (OF_ALL.some((one) => one.test(id)) && !ALONE.test(id) ? 'app' : undefined),
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        // A worker is a script to a web server by the ending that it knows.
        assetFileNames: ({ names }) => `assets/[name]-[hash]${names[0]?.endsWith('.mjs') ? '.js' : '[extname]'}`,
      },
    },
  },
});
