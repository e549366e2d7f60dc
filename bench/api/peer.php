<?php
// SPDX-License-Identifier: Apache-2.0
// The peer of bench_api: answers a GET with the same transaction as Assay. peer.json, beside this
// file, has the statements of each path, the connection and the key of access tokens.

function base64url(string $text): string {
    return base64_decode(strtr($text, '-_', '+/'));
}

// The claims of a token that is signed with the key and currently valid; null otherwise.
function claims_of(string $header, string $key): ?array {
    if (!str_starts_with($header, 'Bearer ')) return null;
    $parts = explode('.', substr($header, 7));
    if (count($parts) !== 3) return null;
    if ((json_decode(base64url($parts[0]), true)['alg'] ?? '') !== 'EdDSA') return null;
    $signed = $parts[0] . '.' . $parts[1];
    if (!sodium_crypto_sign_verify_detached(base64url($parts[2]), $signed, $key)) return null;
    $claims = json_decode(base64url($parts[1]), true);
    $now = time();
    return $claims['exp'] > $now - 30 && $claims['iat'] <= $now + 30 ? $claims : null;
}

// The rows of all statements, in one transaction of the tenant; null if one is not prepared yet.
function rows_of($connection, array $path): ?array {
    pg_query($connection, "BEGIN READ ONLY; SET LOCAL assay.tenant = '" . $path['tenant'] . "'");
    $rows = [];
    foreach ($path['statements'] as $statement) {
        $result = @pg_execute($connection, $statement['name'], $statement['parameters']);
        if ($result === false) return null;
        $rows[] = pg_fetch_all($result);
    }
    return $rows;
}

$peer = json_decode(file_get_contents(__DIR__ . '/peer.json'), true);
$claims = claims_of($_SERVER['HTTP_AUTHORIZATION'] ?? '', hex2bin($peer['key']));
$path = $peer['paths'][$_SERVER['REQUEST_URI']] ?? null;
if ($claims === null || $path === null) {
    http_response_code($claims === null ? 401 : 404);
    exit;
}
$connection = pg_pconnect($peer['database']);
$answer = rows_of($connection, $path);
pg_query($connection, 'ROLLBACK');
if ($answer === null) { // once per worker connection
    foreach ($path['statements'] as $statement) {
        @pg_prepare($connection, $statement['name'], $statement['sql']);
    }
    $answer = rows_of($connection, $path);
    pg_query($connection, 'ROLLBACK');
}
$standing = array_shift($answer); // the first statement queries the session's standing
if (($standing[0]['role'] ?? '') !== $claims['role']) {
    http_response_code(401);
    exit;
}
$body = json_encode($answer);
header('Content-Type: application/json');
header('Assay-Api-Version: 1');
header('Cache-Control: private, no-cache');
header('ETag: "' . substr(hash('sha256', $body), 0, 32) . '"');
echo $body;
