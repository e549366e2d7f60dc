// SPDX-License-Identifier: Apache-2.0
// The front ends' sources hold nothing that nobody uses: each string is shown somewhere, and each exported name is
// imported somewhere. The compiler of TypeScript says what every name stands for.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../../nginx/web/src/', import.meta.url));
const WEB = fileURLToPath(new URL('../../nginx/web/', import.meta.url));
const ts = createRequire(new URL('../../nginx/web/package.json', import.meta.url))('typescript');

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(`${WEB}tsconfig.json`, ts.sys.readFile).config,
  ts.sys,
  WEB,
);
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
const files = program
  .getSourceFiles()
  .filter(({ fileName }) => fileName.startsWith(SOURCE) && !fileName.endsWith('schema.d.ts'));
const nameOf = (file) => file.fileName.slice(SOURCE.length);
const isStrings = (file) => /^strings\/(admin_)?(en|de)[/.]/.test(nameOf(file));

function visit(node, see) {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

// Declarations of strings: the properties of the English tables, which the German ones must have too.
const tables = files.filter((file) => /^strings\/(admin_)?en\//.test(nameOf(file)));

const tablesNamed = new Set(tables);
const holdsStrings = (type) =>
  (type.flags & ts.TypeFlags.Object) !== 0 &&
  type.getProperties().some(({ declarations }) => declarations?.some((one) => tablesNamed.has(one.getSourceFile())));

// The path of a property within the objects around it, such as runs.pins.criteriaVersionId.
function pathOf(node) {
  const names = [];
  for (let at = node; at; at = at.parent) {
    if (ts.isPropertyAssignment(at) || ts.isShorthandPropertyAssignment(at) || ts.isVariableDeclaration(at))
      names.unshift(at.name.text);
  }
  return names.join('.');
}

// The properties that `const { one, two: other } = …` takes.
function propertiesTaken(pattern) {
  const from = checker.getTypeAtLocation(pattern);
  return pattern.elements
    .map((element) => element.propertyName ?? element.name)
    .filter((name) => ts.isIdentifier(name))
    .map((name) => from.getProperty(name.text));
}

function unusedStrings() {
  const used = new Set();
  const use = (symbol) => symbol?.declarations?.forEach((declaration) => used.add(declaration));
  const useAll = (type) => type.getProperties().forEach(use);
  for (const file of files.filter((one) => !isStrings(one))) {
    visit(file, (node) => {
      if (ts.isPropertyAccessExpression(node)) use(checker.getSymbolAtLocation(node.name));
      if (ts.isObjectBindingPattern(node)) propertiesTaken(node).forEach(use);
      if (ts.isElementAccessExpression(node)) {
        // A key of a few known values uses those alone; any other may be each of them.
        const type = checker.getTypeAtLocation(node.expression);
        const key = checker.getBaseConstraintOfType(checker.getTypeAtLocation(node.argumentExpression));
        const values = key?.isUnion() ? key.types : key ? [key] : [];
        if (values.length > 0 && values.every((one) => one.isStringLiteral()))
          values.forEach(({ value }) => use(type.getProperty(value)));
        else useAll(type);
      }
      // Words handed to a component or function are used as far as it names them.
      if (ts.isExpression(node) && (ts.isJsxExpression(node.parent) || ts.isCallExpression(node.parent))) {
        const given = checker.getTypeAtLocation(node);
        if (holdsStrings(given))
          checker
            .getContextualType(node)
            ?.getProperties()
            .forEach(({ name }) => use(given.getProperty(name)));
      }
      // Object.keys(words) and its like.
      if (ts.isCallExpression(node) && /^Object\.(keys|values|entries)$/.test(node.expression.getText()))
        node.arguments.forEach((argument) => useAll(checker.getTypeAtLocation(argument)));
    });
  }
  const unused = [];
  for (const file of tables) {
    visit(file, (node) => {
      if (!ts.isPropertyAssignment(node) && !ts.isShorthandPropertyAssignment(node)) return;
      // Words by a code that the service gives, in a Record, are asked for by any code.
      for (let at = node.parent; at; at = at.parent) {
        if (ts.isAsExpression(at) || ts.isFunctionLike(at)) return;
        if (ts.isVariableDeclaration(at) && at.type) return;
      }
      if (!used.has(node)) unused.push(pathOf(node));
    });
  }
  return unused;
}

// Names that a test or the build asks for, by their text.
const askedFor = ['web', 'browser', 'browser/journeys']
  .flatMap((folder) => {
    const place = new URL(`../${folder}/`, import.meta.url);
    return readdirSync(place)
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => readFileSync(new URL(name, place), 'utf8'));
  })
  .join('\n');

function unusedExports() {
  const imported = new Set();
  const real = (symbol) => (symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
  for (const file of files) {
    visit(file, (node) => {
      if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node))
        imported.add(real(checker.getSymbolAtLocation(node.name)));
      // import('./de.ts').then(({ de }) => …), or .then((module) => module.de)
      if (ts.isPropertyAccessExpression(node)) imported.add(real(checker.getSymbolAtLocation(node.name)));
      if (ts.isObjectBindingPattern(node)) propertiesTaken(node).forEach((symbol) => imported.add(real(symbol)));
    });
  }
  return files.flatMap((file) =>
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(file) ?? { exports: new Map() })
      .filter((symbol) => symbol.name !== 'default' && !imported.has(real(symbol)))
      .filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(askedFor))
      .map(({ name }) => `${nameOf(file)}: ${name}`),
  );
}

test('each string is shown somewhere', () => {
  assert.ok(tables.length > 10, `${tables.length} tables are found`);
  assert.deepEqual(unusedStrings(), []);
});

test('each exported name is imported somewhere', () => assert.deepEqual(unusedExports(), []));
