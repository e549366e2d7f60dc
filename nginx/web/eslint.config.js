// SPDX-License-Identifier: Apache-2.0
// What is looked for in the front ends and in the tests written in JavaScript: what eslint, typescript-eslint and
// the rules of hooks recommend, and what differs from that, each with its reason.
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import ts from 'typescript-eslint';

export default defineConfig(
  { ignores: ['**/schema.d.ts'] }, // made by build.mjs
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' }, // an exception ends with its cause
    rules: {
      eqeqeq: 'error', // == would take '' and 0 from the API for the same
      'no-var': 'error', // var is visible outside its block
      'prefer-const': 'error', // what never changes says so
    },
  },
  // The tests in a browser hand functions to the page, so both worlds are known to them.
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  {
    files: ['**/*.{ts,tsx}'],
    // With types, since only they tell a promise that nobody awaits.
    extends: [ts.configs.recommendedTypeChecked, hooks.configs['recommended-latest']],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL('.', import.meta.url)) },
    },
    rules: {
      // en.ts gives the signatures for all languages: a text may take a value that only another language names.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // A switch over the states that the API knows must name each of them.
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'react-hooks/exhaustive-deps': 'error', // a warning would not fail the test
    },
  },
);
