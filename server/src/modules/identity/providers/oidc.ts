import { createHash } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  customFetch,
  discovery,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import type { Outgoing } from '../../../platform/outbox/outgoing.ts';
import { ProviderError, textOf, type Adapter, type Json, type ProviderSettings } from './adapter.ts';

const freshMs = 600_000;
const known = new WeakMap<Outgoing, Map<string, { configuration: Promise<Configuration>; readAt: number }>>();

/** Any OpenID Connect server: authorization code with PKCE and nonce, the ID token's signature, issuer and audience checked. */
export const oidc: Adapter = {
  async address(settings, { state, returnTo, verifier, nonce }, outgoing) {
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return buildAuthorizationUrl(await configurationOf(settings, outgoing), {
      redirect_uri: returnTo,
      scope: 'openid profile',
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }).href;
  },
  async identity(settings, { state, returnTo, verifier, nonce }, answer, outgoing) {
    const configuration = await configurationOf(settings, outgoing);
    const cameBackTo = new URL(`${returnTo}?${new URLSearchParams(answer).toString()}`);
    const tokens = await authorizationCodeGrant(configuration, cameBackTo, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    });
    const claims = tokens.claims() as Json | undefined;
    if (!claims) throw new ProviderError('no ID token');
    return {
      subject: `${textOf(claims, 'iss')} ${textOf(claims, 'sub')}`,
      name: textOf(claims, 'name', 'preferred_username', 'email', 'sub'),
    };
  },
};

/** What the server says about itself, read again after a while: keys and addresses change. */
function configurationOf(settings: ProviderSettings, outgoing: Outgoing): Promise<Configuration> {
  const all = known.get(outgoing) ?? new Map<string, { configuration: Promise<Configuration>; readAt: number }>();
  known.set(outgoing, all);
  const issuer = settings.issuer ?? '';
  const before = all.get(issuer);
  if (before && Date.now() - before.readAt < freshMs) return before.configuration;
  const configuration = discovery(
    new URL(issuer),
    settings.clientId,
    undefined,
    ClientSecretBasic(settings.clientSecret),
    {
      [customFetch]: fetchBy(outgoing),
      // plain http is for a server in the own network, which the installation names itself
      execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    },
  );
  all.set(issuer, { configuration, readAt: Date.now() });
  // a server that did not answer is asked again
  configuration.catch(() => all.delete(issuer));
  return configuration;
}

function fetchBy(outgoing: Outgoing): CustomFetch {
  return async (url, { method, headers, body }) => {
    const sent = body === undefined || body === null ? {} : { body: body as string | URLSearchParams };
    const answer = await outgoing.call(url, { method, headers, ...sent, whileHeld: true });
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  };
}
