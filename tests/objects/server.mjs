// SPDX-License-Identifier: Apache-2.0
// An S3 server for tests: s3rver, behind a door that checks what s3rver does not (signatures of version 4, hashes and
// checksums of bodies) and that can be told to break.
//
//   server.mjs FOLDER [ADDRESS [PORT]]      prints {"port", "bucket", "accessKey", "secretKey"}
//
// POST /_faults takes a list of faults, which replaces the last one. The first whose method (and path, a part of it) fits
// is used up: {method, path, status, code} answers that; {method, cut: N} ends the connection after N bytes of the
// body; {method, silent: true} never answers; {method, drop: true} does what is asked and then hangs up;
// {method, alter: true} changes a byte of the body. GET /_requests lists what was asked, and clears the list.
import { createHash, createHmac } from 'node:crypto';
import http from 'node:http';
import { createRequire } from 'node:module';

const S3rver = createRequire(import.meta.url)('s3rver');
const [folder, address = '127.0.0.1', port = '0'] = process.argv.slice(2);
const BUCKET = 'originals';
const KEYS = { accessKey: 'S3RVER', secretKey: 'a secret/with+marks' };

const hash = (bytes, form = 'hex') => createHash('sha256').update(bytes).digest(form);
const hmac = (key, text) => createHmac('sha256', key).update(text).digest();
const encoded = text => encodeURIComponent(text).replace(/[!'()*]/g, c => '%' + c.charCodeAt(0).toString(16).toUpperCase());

/** What is wrong with the request, as a code of S3; undefined: nothing. */
function objection(request, body) {
  const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
    .exec(request.headers.authorization ?? '');
  if (!given) return 'AccessDenied';
  const [, key, day, region, names, signature] = given;
  if (key !== KEYS.accessKey) return 'InvalidAccessKeyId';
  const date = request.headers['x-amz-date'] ?? '';
  const seconds = Date.parse(date.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - seconds) < 900_000)) return 'RequestTimeTooSkewed';
  if (!names.split(';').includes('host')) return 'SignatureDoesNotMatch';
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith('x-amz-') && !names.split(';').includes(name)) return 'SignatureDoesNotMatch';
  }
  const url = new URL(request.url, 'http://host');
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort().join('&');
  const headers = names.split(';').map(name => `${name}:${request.headers[name]?.trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query, headers, names, request.headers['x-amz-content-sha256']].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  let signing = 'AWS4' + KEYS.secretKey;
  for (const part of scope.split('/')) signing = hmac(signing, part);
  const expected = hmac(signing, ['AWS4-HMAC-SHA256', date, scope, hash(canonical)].join('\n')).toString('hex');
  if (expected !== signature || !date.startsWith(day)) return 'SignatureDoesNotMatch';
  if (request.headers['x-amz-content-sha256'] !== hash(body)) return 'XAmzContentSHA256Mismatch';
  const checksum = request.headers['x-amz-checksum-sha256'];
  return checksum !== undefined && checksum !== hash(body, 'base64') ? 'BadDigest' : undefined;
}

let faults = [];
let seen = [];

function faultFor(request) {
  const index = faults.findIndex(one => one.method === request.method && request.url.includes(one.path ?? ''));
  return index < 0 ? {} : faults.splice(index, 1)[0];
}

const say = (response, status, code) =>
  response.writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} by the test</Message></Error>`);

// s3rver answers wrongly where an object is replaced while it is read, as no store does: one request at a time for each.
const underWay = new Map();
function inTurn(url, work) {
  const path = url.split('?')[0];
  const mine = (underWay.get(path) ?? Promise.resolve()).then(work);
  underWay.set(path, mine);
  return mine;
}

/** Done when the store has answered. */
const passOn = (request, body, fault, response, inner) => new Promise(done => {
  const headers = { ...request.headers };
  delete headers.authorization;
  const asked = http.request({ port: inner, method: request.method, path: request.url, headers }, answer => {
    const pieces = [];
    answer.on('data', piece => pieces.push(piece));
    answer.on('close', done);
    answer.on('end', () => {
      done();
      if (fault.drop) return response.destroy();
      let bytes = Buffer.concat(pieces);
      response.writeHead(answer.statusCode, answer.headers);
      if (fault.alter) bytes = Buffer.from(bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte)));
      if (fault.cut === undefined) return response.end(bytes);
      return response.write(bytes.subarray(0, fault.cut), () => setTimeout(() => response.destroy(), 50));
    });
  });
  asked.on('error', () => {
    done();
    if (response.headersSent) return response.destroy();
    return say(response, 503, 'SlowDown');
  });
  asked.end(body);
});

async function main() {
  const inner = await new S3rver({
    silent: true, directory: folder, address: '127.0.0.1', port: 0, vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  }).run();
  const door = http.createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    if (request.url === '/_faults') {
      faults = JSON.parse(body);
      return response.end();
    }
    if (request.url === '/_requests') {
      response.end(JSON.stringify(seen));
      seen = [];
      return undefined;
    }
    const { authorization, ...headers } = request.headers;
    seen.push({ method: request.method, url: request.url, headers, bytes: body.length });
    const fault = faultFor(request);
    if (fault.silent) return undefined;
    if (fault.status) return say(response, fault.status, fault.code ?? 'InternalError');
    const wrong = objection(request, body);
    if (wrong) return say(response, wrong === 'BadDigest' ? 400 : 403, wrong);
    return inTurn(request.url, () => passOn(request, body, fault, response, inner.port));
  });
  door.on('clientError', (_, socket) => socket.destroy());
  door.listen(Number(port), address, () =>
    process.stdout.write(JSON.stringify({ port: door.address().port, bucket: BUCKET, ...KEYS }) + '\n'));
  process.stdin.on('end', () => process.exit(0)).resume(); // whoever started it holds the other end
}

process.on('uncaughtException', error => {
  if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
});
await main();
