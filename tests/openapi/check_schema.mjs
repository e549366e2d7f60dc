// SPDX-License-Identifier: Apache-2.0
// Checks a document against a JSON Schema (draft 7): node check_schema.mjs SCHEMA.json DOCUMENT.json
// Prints one problem per line; exits 1 if there is any.
import fs from "node:fs";
import Ajv from "ajv";
import addFormats from "ajv-formats";

const [schema, document] = process.argv.slice(2).map((path) => JSON.parse(fs.readFileSync(path, "utf8")));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: true });
addFormats(ajv);
const check = ajv.compile(schema);
if (!check(document)) {
  for (const fault of check.errors) console.log(`${fault.instancePath}: ${fault.message}`);
  process.exit(1);
}
