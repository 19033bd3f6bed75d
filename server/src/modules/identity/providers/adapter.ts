import type { Outgoing, OutgoingOptions } from '../../../platform/outbox/outgoing.ts';

/** What the installation knows of a third party. */
export interface ProviderSettings {
  clientId: string;
  clientSecret: string;
  /** Of an enterprise WeChat application. */
  agentId?: string | undefined;
  /** Of an OpenID Connect server. */
  issuer?: string | undefined;
  name?: string | undefined;
  /** Instead of the documented addresses: for a proxy, a private deployment, or a test. */
  endpoints?: Record<string, string> | undefined;
}

/** A browser on its way to the third party. */
export interface Visit {
  state: string;
  /** The address of ours to which the third party sends the browser back. */
  returnTo: string;
  verifier: string;
  nonce: string;
}

/** Who the third party says came back. */
export interface Identity {
  subject: string;
  name: string;
}

export interface Adapter {
  address(settings: ProviderSettings, visit: Visit, outgoing: Outgoing): Promise<string>;
  /** Throws when the third party does not vouch for the answer. */
  identity(
    settings: ProviderSettings,
    visit: Visit,
    answer: Record<string, string>,
    outgoing: Outgoing,
  ): Promise<Identity>;
}

/** An answer which cannot be used; the message is for the log and holds nothing secret. */
export class ProviderError extends Error {}

export type Json = Record<string, unknown>;

export async function askJson(outgoing: Outgoing, address: string, options: OutgoingOptions = {}): Promise<Json> {
  const { status, body } = await outgoing.call(address, { ...options, whileHeld: true });
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ProviderError(`an answer ${status} that is no JSON`);
  }
  if (status >= 400 || typeof answer !== 'object' || answer === null) throw new ProviderError(`an answer ${status}`);
  const { errcode, error, code } = answer as Json;
  if (
    (typeof errcode === 'number' && errcode !== 0) ||
    (error !== undefined && error !== 0) ||
    (typeof code === 'number' && code !== 0)
  ) {
    throw new ProviderError(`refused with ${String(errcode ?? error ?? code).slice(0, 60)}`);
  }
  return answer as Json;
}

/** A text of the answer that has to be there. */
export function textOf(answer: Json, ...names: string[]): string {
  const found = names
    .map((name) => answer[name])
    .find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number');
  if (found === undefined) throw new ProviderError(`an answer without ${names.join(' or ')}`);
  return String(found);
}

export function withQuery(address: string, query: Record<string, string>): string {
  return `${address}?${new URLSearchParams(query).toString()}`;
}
