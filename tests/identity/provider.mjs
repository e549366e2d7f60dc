// SPDX-License-Identifier: Apache-2.0
// A real OpenID provider for tests: node provider.mjs PORT REDIRECT_URL ALGORITHM
// It accepts any name, which is also the e-mail address, with any password. Its signing key is new
// at every start, of the kind for ALGORITHM (RS256, ES256, EdDSA).
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { Provider } from "oidc-provider";

const [port, redirectUrl, algorithm] = process.argv.slice(2);
const KINDS = {
  RS256: ["rsa", { modulusLength: 2048 }],
  ES256: ["ec", { namedCurve: "P-256" }],
  EdDSA: ["ed25519", {}],
};

function signingKey() {
  const jwk = generateKeyPairSync(...KINDS[algorithm]).privateKey.export({ format: "jwk" });
  return { ...jwk, kid: randomUUID(), use: "sig", alg: algorithm };
}

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{
    client_id: "assay tests",
    client_secret: "s3cret: & +",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    id_token_signed_response_alg: algorithm,
  }],
  enabledJWA: { idTokenSigningAlgValues: Object.keys(KINDS) },
  jwks: { keys: [signingKey()] },
  cookies: { keys: [randomUUID()] },
  pkce: { required: () => true, methods: ["S256"] },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  findAccount: (_, name) => ({
    accountId: name,
    claims: () => ({ sub: name, email: name, email_verified: true, name: name.split("@")[0] }),
  }),
});
provider.listen(Number(port), "127.0.0.1", () => console.log("ready"));
