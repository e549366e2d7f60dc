// SPDX-License-Identifier: Apache-2.0
// Checks the API's description, and responses of the service against it:
//   node check.mjs DESCRIPTION.json [ANSWERS.jsonl]
// An answer is {method, path, status, type, body}. Prints one problem per line; exits 1 if there is any.
import fs from "node:fs";
import SwaggerParser from "@apidevtools/swagger-parser";
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const CHECKED = ["application/json", "application/scim+json"]; // the types whose bodies are checked
const METHODS = ["get", "post", "put", "patch", "delete", "options"];
const problems = new Map(); // text -> how often
const complain = (text) => problems.set(text, (problems.get(text) ?? 0) + 1);

// The description allows clients to meet unknown fields. Here it allows none, so that every field of a
// response must be described.
function close(schema) {
  if (Array.isArray(schema)) return schema.map(close);
  if (schema === null || typeof schema !== "object") return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, close(value)]));
  const isObject = closed.type === "object" && closed.properties && !("additionalProperties" in closed);
  return isObject ? { ...closed, additionalProperties: false } : closed;
}

const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true, allowUnionTypes: true });
addFormats(ajv);
const checks = new Map(); // schema -> its compiled check
function faults(schema, value) {
  if (!checks.has(schema)) checks.set(schema, ajv.compile(close(schema)));
  const check = checks.get(schema);
  if (check(value)) return [];
  return check.errors.map((e) => `${e.instancePath || "/"} ${e.message} ${JSON.stringify(e.params)}`);
}

function examplesOf(media) {
  const named = Object.values(media.examples ?? {}).map((example) => example.value);
  return "example" in media ? [media.example, ...named] : named;
}

function checkMedia(where, media, needsExample) {
  const examples = examplesOf(media);
  if (needsExample && examples.length === 0) complain(`${where}: has no example`);
  for (const example of examples) {
    for (const fault of faults(media.schema, example)) complain(`${where}: example: ${fault}`);
  }
}

function checkOperation(name, operation, path) {
  if (!operation.operationId || !operation.summary) complain(`${name}: lacks operationId or summary`);
  const declared = new Set((operation.parameters ?? []).filter((p) => p.in === "path").map((p) => p.name));
  for (const [, part] of path.matchAll(/\{(\w+)\}/g)) {
    if (!declared.has(part)) complain(`${name}: path parameter ${part} is not described`);
  }
  for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
    checkMedia(`${name} request`, media, true);
  }
  for (const [status, answer] of Object.entries(operation.responses)) {
    for (const [type, media] of Object.entries(answer.content ?? {})) {
      const wanted = type === "application/json" && media.schema.properties !== undefined;
      checkMedia(`${name} ${status}`, media, wanted);
    }
  }
}

// [{method, path, pattern, operation}], with the fewest variable parts first.
function operationsOf(description) {
  const all = [];
  for (const [path, item] of Object.entries(description.paths)) {
    const pattern = new RegExp("^" + path.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+") + "$");
    for (const method of METHODS.filter((m) => item[m])) {
      const parameters = [...(item.parameters ?? []), ...(item[method].parameters ?? [])];
      all.push({ method, path, pattern, operation: { ...item[method], parameters } });
    }
  }
  const variable = (entry) => entry.path.split("{").length;
  return all.sort((a, b) => variable(a) - variable(b));
}

function checkAnswer(operations, answer) {
  const method = answer.method === "HEAD" ? "get" : answer.method.toLowerCase();
  const path = answer.path.split("?")[0];
  const found = operations.find((entry) => entry.method === method && entry.pattern.test(path));
  if (!found) return; // no such route, or another method: 404 and 405
  const name = `${method.toUpperCase()} ${found.path} ${answer.status}`;
  const described = found.operation.responses[String(answer.status)];
  if (!described) return complain(`${name}: this status is not described`);
  if (answer.method === "HEAD" || answer.body === "") return;
  const type = answer.type.split(";")[0].trim();
  const media = described.content?.[type] ?? described.content?.["*/*"];
  if (!media) return complain(`${name}: an answer of type ${type} is not described`);
  if (!CHECKED.includes(type) || !media.schema) return;
  for (const fault of faults(media.schema, JSON.parse(answer.body))) complain(`${name}: ${fault}`);
}

const [descriptionFile, answersFile] = process.argv.slice(2);
const text = fs.readFileSync(descriptionFile, "utf8");
await SwaggerParser.validate(JSON.parse(text)).catch((error) => complain(`not OpenAPI 3.1: ${error.message}`));
const description = await SwaggerParser.dereference(JSON.parse(text));
const operations = operationsOf(description);
for (const { method, path, operation } of operations) {
  checkOperation(`${method.toUpperCase()} ${path}`, operation, path);
}
let answers = 0;
if (answersFile) {
  for (const line of fs.readFileSync(answersFile, "utf8").split("\n").filter(Boolean)) {
    checkAnswer(operations, JSON.parse(line));
    answers += 1;
  }
}
for (const [problem, count] of problems) console.log(count > 1 ? `${problem} (${count} times)` : problem);
console.log(`${operations.length} operations, ${answers} answers, ${problems.size} problems`);
process.exit(problems.size > 0 ? 1 : 0);
